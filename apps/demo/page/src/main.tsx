/** The review page: a thin view of one workspace. */
import { render } from 'preact';
import { App } from './app.tsx';
import { listenToKeys } from './keys.ts';
import { start } from './live.ts';
import './style.css';

render(<App />, document.querySelector('#app') as HTMLElement);
listenToKeys();
addEventListener('hashchange', () => void start());
void start();
