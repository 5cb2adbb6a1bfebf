import { keyList } from './keys.ts';
import { Sheet } from './sheet.tsx';
import { isHelpShown, usesKeys } from './state.ts';

export function Help() {
  if (!isHelpShown.value) return null;
  return (
    <Sheet title="Keyboard" kind="middle" onClose={() => (isHelpShown.value = false)}>
      <dl class="keys">
        {keyList.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input type="checkbox" checked={usesKeys.value} onChange={(event) => setKeys(event.currentTarget.checked)} />
        Use these keys
      </label>
    </Sheet>
  );
}

function setKeys(isOn: boolean): void {
  usesKeys.value = isOn;
  localStorage.setItem('verbatim-keys', isOn ? 'on' : 'off');
}
