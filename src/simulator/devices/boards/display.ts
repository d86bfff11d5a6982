import type { Board } from '../device-tool.ts';
import { commonState, commonTools, userTools } from './common.ts';
import { smallJpeg } from './small-jpeg.ts';

/** A screen beside a connector: shows a line of text, and a picture of what it shows. */
export function displayBoard(): Board & { shown: { text: string } } {
  const shown = { text: '' };
  return {
    name: 'sigec-display',
    shown,
    tools: [
      ...commonTools(commonState(), { hasScreen: true }),
      {
        name: 'self.screen.show_text',
        description: 'Shows a line of text until the next one',
        properties: { text: { type: 'string' }, seconds: { type: 'integer', minimum: 0, maximum: 3600, default: 0 } },
        run({ text }) {
          shown.text = String(text);
          return true;
        },
      },
      ...userTools(),
      {
        name: 'self.screen.get_info',
        description: 'Tells width, height and colours of the screen.',
        isForUsersOnly: true,
        run: () => ({ json: { width: 240, height: 240, monochrome: false } }),
      },
      {
        name: 'self.screen.snapshot',
        description: 'Hands over a picture of the screen.',
        properties: { quality: { type: 'integer', minimum: 1, maximum: 100, default: 80 } },
        isForUsersOnly: true,
        run: () => ({ mimeType: 'image/jpeg', bytes: smallJpeg }),
      },
    ],
  };
}
