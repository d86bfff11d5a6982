import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles, findStationList, isOfStationList } from './vite-plugins.ts';

// `vite build console` and `vite console`: the folder given is the root. Everything is served from our own origin and
// nothing is inlined, so that a strict content security policy holds.
export default defineConfig({
  plugins: [react(), findStationList(), compressFiles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' }, // the font and most libraries ask that their licence goes with them
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // It runs first, while everything else is still on its way, so it needs nothing else.
            {
              name: 'start',
              test: /\/console\/(start|no-eval|api\/early|api\/first-requests|pages\/page-files|text\/choose-language)\.ts$|vite\/preload-helper/,
              priority: 4,
            },
            // The console waits for its texts, so they stand alone: in a file with what needs the console both would wait for ever.
            { name: 'texts', test: /\/console\/text\/(?:texts\.generated\.ts|en\/[^/]+\.json)$/, priority: 4 },
            // What every page begins with, in one file.
            { name: 'console', tags: ['$initial'], priority: 3 },
            // The list of stations is the page that must be there first, whatever other pages share.
            { name: 'stations', test: isOfStationList, priority: 2 },
            // A file for each page, and one for what they share: a hundred small ones would each be a request.
            // The tables of all commands and events are for the page of a station alone, the library of maps and the world for the map.
            {
              name: 'shared',
              test: /\/console\/(parts\/(?!(station|date|time)-field)|api|live|text\/(?!pt-BR|en\/|texts|reader-words))|\/src\/contract\/(?!events\/|problems\/|commands\/(?!command\.ts))/,
              minShareCount: 5,
              priority: 1,
            },
            // Fields of forms, for pages that have some.
            {
              name: 'fields',
              test: /node_modules\/(?!maplibre-gl|world-atlas|topojson-client)|\/console\/parts\/(station|date|time)-field/,
              minShareCount: 5,
              priority: 0,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:8001' } },
  },
});
