/** The keyboard: one letter each, never while somebody types, never by holding a key down, and only where it is wanted. */
import { undoNewest } from './act.ts';
import { focusFilter } from './filter.tsx';
import { currentStop, moveFocus } from './focus.ts';
import { isHelpShown, toast, usesKeys } from './state.ts';

export const keyList: readonly (readonly [string, string])[] = [
  ['j', 'Next'],
  ['k', 'Previous'],
  ['Enter', 'Show or hide the changes'],
  ['y', 'Keep, or accept the change'],
  ['n', 'Discard, or reject the change'],
  ['u', 'Undo the newest decision'],
  ['/', 'Filter the list; Esc clears it'],
  ['?', 'This list'],
];

export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (!usesKeys.value || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, select, [contenteditable]') !== null) return;
    if (document.querySelector('dialog[open]') !== null) return;
    if (act(event.key, target)) event.preventDefault();
  });
}

function act(key: string, target: HTMLElement): boolean {
  switch (key) {
    case 'j':
      moveFocus(1);
      return true;
    case 'k':
      moveFocus(-1);
      return true;
    case 'y':
      return press('[data-key="y"]') || sayTogether();
    case 'n':
      return press('[data-key="n"]') || sayTogether();
    case 'Enter':
      // On a button, Enter presses that button.
      return target.closest('button, a, summary') === null && press('[data-key="enter"]');
    case 'u':
      void undoNewest();
      return true;
    case '/':
      return focusFilter();
    case '?':
      isHelpShown.value = true;
      return true;
    default:
      return false;
  }
}

/** A file of several is no decision of its own, and a key must not reach further than the focused row says. */
function sayTogether(): boolean {
  const stop = currentStop();
  if (stop?.matches('.files .row') !== true) return false;
  toast.value = { text: 'These files are decided together, on the line above them.' };
  return true;
}

/** The button of the focused row itself, not one of a row inside it. */
function press(selector: string): boolean {
  const stop = currentStop();
  if (stop === undefined) return false;
  const button = [...stop.querySelectorAll<HTMLButtonElement>(selector)].find(
    (one) => one.closest('[data-stop]') === stop,
  );
  if (button === undefined || button.disabled) return false;
  button.click();
  return true;
}
