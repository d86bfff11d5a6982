import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// `vite build console` and `vite console`: the folder given is the root. Everything is served from our own origin and
// nothing is inlined, so that a strict content security policy holds.
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' }, // the font and most libraries ask that their licence goes with them
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500, // one file for all pages: one that is open outlives an update of the server
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:8001' } },
  },
});
