/** Builds the page into one HTML file, `dist/page.html`: it loads nothing, so that its policy can forbid all loading. */
import { rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = fileURLToPath(new URL('../dist/page/', import.meta.url));
const built = fileURLToPath(new URL('../dist/page.html', import.meta.url));

export default defineConfig({
  root: here,
  base: './',
  logLevel: 'warn',
  plugins: [inOneFile()],
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rollupOptions: { input: `${here}page.html` },
  },
});

/** Puts the one script and the one style into the page, and the page in its place when it is whole. */
function inOneFile(): Plugin {
  return {
    name: 'in-one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      let script = '';
      let style = '';
      for (const [name, item] of Object.entries(bundle)) {
        if (item.type === 'chunk') script += item.code;
        else if (name.endsWith('.css')) style += String(item.source);
        else continue;
        delete bundle[name];
      }
      const page = bundle['page.html'];
      if (page?.type !== 'asset') throw new Error('the page was not built');
      const inlined = String(page.source)
        .replaceAll(/\s*<(?:script|link)[^>]*(?:src|href)="[^"]*"[^>]*>(?:<\/script>)?/g, '')
        .replace('</head>', () => `  <style>${style.trim()}</style>\n  </head>`)
        // A module waits for the document by itself; what would end the element early is written another way.
        .replace(
          '</body>',
          () => `<script type="module">${script.trim().replaceAll(/<\/(?=script)/gi, '<\\/')}</script>\n  </body>`,
        );
      page.source = inlined;
    },
    async writeBundle() {
      await rename(`${folder}page.html`, built);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
