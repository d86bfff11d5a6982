import { createTheme, localStorageColorSchemeManager, type MantineColorsTuple } from '@mantine/core';

/** Copper, the metal every ampere runs through, is the one accent; all other colours mean a status. */
const copper: MantineColorsTuple = [
  '#fcf4ec',
  '#f6e4d2',
  '#ecc9a5',
  '#e2ad78',
  '#d99352',
  '#cd7c33',
  '#b56420',
  '#9b5217',
  '#804312',
  '#63330d',
];

/** A little warm, as paper is. */
const gray: MantineColorsTuple = [
  '#f9f8f5',
  '#f4f2ee',
  '#eceae5',
  '#e3e0da',
  '#d3cfc8',
  '#b3aea6',
  '#666e74', // secondary words: dark enough to be read on every ground (WCAG 1.4.3)
  '#545c62',
  '#363d42',
  '#1d2226',
];

/** From text to the deepest ground; 7 is the page. */
const dark: MantineColorsTuple = [
  '#e7e5e0',
  '#c5c7c8',
  '#a2a8ad',
  '#7b8288',
  '#3b4147',
  '#2c3237',
  '#22272b',
  '#14171a',
  '#101315',
  '#0b0d0f',
];

/** Dark enough on paper, as words and under white ones (WCAG 1.4.3). */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#e03131',
  '#c92a2a',
  '#b02525',
  '#8f1d1d',
];

export const theme = createTheme({
  primaryColor: 'copper',
  primaryShade: { light: 7, dark: 7 },
  colors: { copper, gray, dark, red },
  fontFamily: "'Inter Variable', Inter, ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'JetBrains Mono', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { padding: 'lg' } },
    Anchor: { defaultProps: { underline: 'always' } }, // within a sentence the colour alone does not tell it (WCAG 1.4.1)
  },
});

export const colorSchemes = localStorageColorSchemeManager({ key: 'sigec-theme' });
