/** Keeps the place of whoever works with the keyboard: rows that go pass the focus on, rows that come never move it. */

/** What `j` and `k` go through, in the order of the page. */
export function stops(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-stop]')];
}

export function currentStop(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-stop]') ?? undefined;
}

export function focusStop(stop: HTMLElement | undefined): void {
  stop?.focus({ preventScroll: true });
  stop?.scrollIntoView({ block: 'nearest' });
}

export function moveFocus(step: 1 | -1): void {
  const all = stops();
  const stop = currentStop();
  const at = stop === undefined ? -1 : all.indexOf(stop);
  focusStop(all[at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + step, 0), all.length - 1)]);
}

/**
 * Call before a change of what is shown, and what it answers after it: the focused row stays where it is on the screen, and
 * where it is gone, the row that took its place gets the focus.
 */
export function keepFocus(): () => void {
  const stop = currentStop();
  if (stop === undefined) return () => {};
  const focused = document.activeElement as HTMLElement;
  const at = stops().indexOf(stop);
  const top = stop.getBoundingClientRect().top;
  return () => {
    requestAnimationFrame(() => {
      if (stop.isConnected) {
        const moved = stop.getBoundingClientRect().top - top;
        if (Math.abs(moved) >= 1) scrollPast(moved);
        if (!focused.isConnected || (focused as HTMLButtonElement).disabled === true)
          stop.focus({ preventScroll: true });
        return;
      }
      // Somebody who has gone on meanwhile is left where they are.
      if (document.activeElement !== document.body && document.activeElement !== null) return;
      const all = stops();
      focusStop(all[Math.min(at, all.length - 1)] ?? document.querySelector<HTMLElement>('h1') ?? undefined);
    });
  };
}

/** Scrolls by so much, and makes room below where the page is too short for it. */
function scrollPast(distance: number): void {
  const room = document.querySelector<HTMLElement>('.room');
  // The height of what is there, which on a short page is less than the window's.
  const height = document.body.getBoundingClientRect().height;
  const missing = scrollY + distance + innerHeight - height;
  if (missing > 0 && room !== null) room.style.height = `${room.offsetHeight + Math.ceil(missing)}px`;
  scrollBy(0, distance);
}
