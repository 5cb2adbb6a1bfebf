/** Where on the page somebody is, kept in the address behind the `#`: a reload comes back to it. */
import { signal } from '@preact/signals';

export interface Place {
  /** Rows whose changes are shown: `ACTION` or `ACTION/PATH`. */
  readonly open: readonly string[];
  /** The file whose history is shown; `.` for the workspace. */
  readonly history?: string;
  /** The copy of it that a restore is previewed of. */
  readonly copy?: string;
  /** The app whose draft is shown. */
  readonly draft?: string | undefined;
  /** What the list of what waits is narrowed to. */
  readonly filter?: string | undefined;
}

const savedName = 'verbatim-place';
const tokenForm = /^#([\w-]{32})$/;

export const place = signal<Place>({ open: [] });

/** Takes the token out of the address, so that it stays in no list of visited pages. */
export function takeToken(): string | undefined {
  const token = tokenForm.exec(location.hash)?.[1];
  if (token !== undefined) show(read(sessionStorage.getItem(savedName) ?? ''));
  return token;
}

export function readPlace(): void {
  place.value = read(location.hash.slice(1));
}

export function go(change: Partial<Place>): void {
  show({ ...place.value, ...change });
}

export function toggleOpen(row: string, isOpen?: boolean): void {
  const { open } = place.value;
  const wanted = isOpen ?? !open.includes(row);
  go({ open: wanted ? [...new Set([...open, row])] : open.filter((one) => one !== row) });
}

export function openHistory(path: string, copy?: string): void {
  show({ ...list(), history: path, ...(copy === undefined ? {} : { copy }) });
}

export function closeHistory(): void {
  show(list());
}

/** The list as it is, with nothing before it. */
function list(): Place {
  const { open, filter } = place.value;
  return { open, filter };
}

function show(next: Place): void {
  place.value = next;
  const words = new URLSearchParams();
  for (const row of next.open) words.append('open', row);
  if (next.history !== undefined) words.set('history', next.history);
  if (next.copy !== undefined) words.set('copy', next.copy);
  if (next.draft !== undefined) words.set('draft', next.draft);
  if (next.filter !== undefined) words.set('filter', next.filter);
  const text = words.toString();
  sessionStorage.setItem(savedName, text);
  history.replaceState(null, '', text === '' ? location.pathname : `#${text}`);
}

function read(text: string): Place {
  const words = new URLSearchParams(text);
  const [path, copy, draft, filter] = [
    words.get('history'),
    words.get('copy'),
    words.get('draft'),
    words.get('filter'),
  ];
  return {
    open: words.getAll('open'),
    ...(path === null ? {} : { history: path }),
    ...(copy === null ? {} : { copy }),
    ...(draft === null ? {} : { draft }),
    ...(filter === null ? {} : { filter }),
  };
}
