import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Toast } from './toast.tsx';

/** What lies behind an open sheet can be neither seen nor reached, so what is said is said in the sheet. */
export const isSheetOpen = signal(false);

interface SheetProps {
  readonly title: string;
  readonly kind: 'side' | 'middle';
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog of the browser's own: it holds the focus, Escape closes it, and what is behind it cannot be reached. */
export function Sheet({ title, kind, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    isSheetOpen.value = true;
    return () => {
      isSheetOpen.value = false;
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`sheet ${kind}`}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="sheet-body">
        <div class="sheet-head">
          <h2>{title}</h2>
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        {children}
        <Toast />
      </div>
    </dialog>
  );
}
