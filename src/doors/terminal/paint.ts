import { styleText } from 'node:util';

export type Tone = 'good' | 'bad' | 'warning' | 'quiet' | 'strong' | 'emphasis' | 'code';
export type Paint = (tone: Tone, text: string) => string;

const styles = {
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  quiet: 'dim',
  strong: 'bold',
  emphasis: 'italic',
  code: 'cyan',
} as const;

export function paintWith({ hasColour }: { hasColour: boolean }): Paint {
  if (!hasColour) return (_tone, text) => text;
  return (tone, text) => styleText(styles[tone], text, { validateStream: false });
}
