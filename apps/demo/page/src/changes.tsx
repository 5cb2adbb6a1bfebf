/** Before and After, in the form that suits the format: cells and values in a table, everything else side by side. */
import type { ShownChange, ShownPart, StatusFile } from '@verbatim/review';
import { BeforeAfter } from './before-after.tsx';
import { Blocked } from './blocked.tsx';
import { Marked } from './marked.tsx';
import { blockedId, Verdict } from './verdict.tsx';

type Format = StatusFile['format'];

export interface Judging {
  readonly row: string;
  readonly isBusy: boolean;
  say(verb: 'accept' | 'reject', changes: readonly string[]): void;
}

interface ListProps {
  readonly format: Format;
  readonly changes: readonly ShownChange[];
  readonly judging?: Judging;
}

export function ChangeList({ format, changes, judging }: ListProps) {
  return (
    <div class="changes">
      {grouped(format, changes).map(({ title, isTable, members }) => (
        <section key={`${title}/${members[0]?.change.id}`} class="group">
          {title !== '' && <h3>{title}</h3>}
          {isTable ? (
            <ValueTable format={format} members={members} {...(judging === undefined ? {} : { judging })} />
          ) : (
            members.map(({ change, place }) => (
              <Card key={change.id} change={change} place={place} {...(judging === undefined ? {} : { judging })} />
            ))
          )}
        </section>
      ))}
    </div>
  );
}

interface Member {
  readonly change: ShownChange;
  /** Where in its group. */
  readonly place: string;
}

interface Grouped {
  readonly title: string;
  readonly isTable: boolean;
  readonly members: Member[];
}

/** Neighbours that lie in the same row, sheet or slide come under one title. */
function grouped(format: Format, changes: readonly ShownChange[]): readonly Grouped[] {
  const groups: Grouped[] = [];
  for (const change of changes) {
    const isTable = isValue(format, change);
    const [title, place] = split(format, change, isTable);
    const last = groups.at(-1);
    if (last !== undefined && last.title === title && last.isTable === isTable) last.members.push({ change, place });
    else groups.push({ title, isTable, members: [{ change, place }] });
  }
  return groups;
}

const shortMax = 200;

function isValue(format: Format, { kind, parts }: ShownChange): boolean {
  const [part] = parts;
  if (!['csv', 'json', 'excel'].includes(format) || parts.length !== 1 || part === undefined) return false;
  if (!['cell', 'value', 'formula', 'key', 'entry', 'item', 'member'].includes(kind)) return false;
  return [part.before, part.after].every((text) => text.length <= shortMax && !text.trim().includes('\n'));
}

function split(format: Format, { label }: ShownChange, isTable: boolean): [title: string, place: string] {
  const at = (mark: string, after: number, last = false): [string, string] | undefined => {
    const found = last ? label.lastIndexOf(mark) : label.indexOf(mark);
    return found <= 0 ? undefined : [label.slice(0, found), label.slice(found + after)];
  };
  if (format === 'csv' && isTable) return at(' > ', 3, true) ?? ['', label];
  if (format === 'excel' && isTable) return at('!', 1, true) ?? ['', label];
  if (format === 'powerpoint') return at(', ', 2) ?? ['', label];
  return ['', label];
}

function ValueTable({
  format,
  members,
  judging,
}: {
  readonly format: Format;
  readonly members: readonly Member[];
  readonly judging?: Judging;
}) {
  const head = format === 'csv' ? 'Column' : format === 'json' ? 'Pointer' : 'Cell';
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            {judging !== undefined && (
              <th scope="col">
                <span class="unseen">Verdict</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {members.flatMap(({ change, place }) => [
            <tr
              key={change.id}
              data-verdict={change.verdict}
              {...(judging === undefined
                ? {}
                : { 'data-stop': `${judging.row}/${change.id}`, tabIndex: -1, 'aria-label': change.label })}
            >
              <th scope="row">{place}</th>
              <td class="before">
                <Value part={change.parts[0]} side="before" />
              </td>
              <td class="after">
                <Value part={change.parts[0]} side="after" />
              </td>
              {judging !== undefined && (
                <td class="verdict">
                  <Verdict change={change} judging={judging} />
                </td>
              )}
            </tr>,
            judging !== undefined && change.blocked !== undefined && (
              <tr key={`${change.id}/blocked`}>
                <td colSpan={4}>
                  <Blocked id={blockedId(judging, change.id)} blocked={change.blocked} />
                </td>
              </tr>
            ),
          ])}
        </tbody>
      </table>
    </div>
  );
}

function Value({ part, side }: { readonly part: ShownPart | undefined; readonly side: 'before' | 'after' }) {
  if (part === undefined || part[side] === '') return <span class="empty">empty</span>;
  return <Marked part={part} side={side} />;
}

function Card({
  change,
  place,
  judging,
}: {
  readonly change: ShownChange;
  readonly place: string;
  readonly judging?: Judging;
}) {
  const stop =
    judging === undefined
      ? {}
      : {
          'data-stop': `${judging.row}/${change.id}`,
          tabIndex: -1,
          role: 'group' as const,
          'aria-label': change.label,
        };
  return (
    <div class="change" data-verdict={change.verdict} {...stop}>
      <div class="change-head">
        <h4>{place}</h4>
        {judging !== undefined && <Verdict change={change} judging={judging} />}
      </div>
      {change.parts.map((part, index) => (
        <BeforeAfter key={index} part={part} />
      ))}
      {judging !== undefined && change.blocked !== undefined && (
        <Blocked id={blockedId(judging, change.id)} blocked={change.blocked} />
      )}
    </div>
  );
}
