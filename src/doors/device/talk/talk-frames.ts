import type { AlertDevice } from '#contract/devices/device.ts';

/** What a device says about its conversation, beside the sound itself. */
export type TalkFrame =
  | { kind: 'listen'; state: 'start' | 'stop' | 'detect'; isEndedByDevice: boolean; text: string }
  | { kind: 'abort' | 'goodbye' | 'other' };

const longestText = 2_000;
const states = ['start', 'stop', 'detect'] as const;

export function readTalk({ type, state, mode, text }: Record<string, unknown>): TalkFrame {
  if (type === 'abort' || type === 'goodbye') return { kind: type };
  const known = states.find((each) => each === state);
  if (type !== 'listen' || known === undefined) return { kind: 'other' };
  const said = typeof text === 'string' ? text.trim().slice(0, longestText) : '';
  return { kind: 'listen', state: known, isEndedByDevice: mode === 'manual', text: said };
}

export type TalkLanguage = 'en' | 'pt-BR';

export function talkLanguage(reported: string | null): TalkLanguage {
  return /^pt\b/i.test(reported ?? '') ? 'pt-BR' : 'en';
}

/** Why a conversation ends without an answer. */
export type Excuse = 'no-voice' | 'no-ears' | 'heard-nothing' | 'too-much' | 'failed';

const excuses: Record<Excuse, Record<TalkLanguage, string>> = {
  'no-voice': {
    en: 'Nobody answers by voice here. Ask in the console, the terminal or the chat.',
    'pt-BR': 'Ninguém responde por voz aqui. Pergunte no console, no terminal ou no chat.',
  },
  'no-ears': {
    en: 'Speech is not understood here. Send a text, or ask in the console.',
    'pt-BR': 'A fala não é entendida aqui. Envie um texto ou pergunte no console.',
  },
  'heard-nothing': {
    en: 'Nothing was heard. Wake me and say it again.',
    'pt-BR': 'Não ouvi nada. Acorde-me e diga de novo.',
  },
  'too-much': {
    en: 'Too much was asked in a short time. Try again in a few minutes.',
    'pt-BR': 'Muitas perguntas em pouco tempo. Tente de novo em alguns minutos.',
  },
  failed: {
    en: 'It did not work this time. Try again in a moment.',
    'pt-BR': 'Não funcionou desta vez. Tente de novo daqui a pouco.',
  },
};

export function excuseFrame(excuse: Excuse, language: TalkLanguage): Record<string, unknown> {
  return alertFrame({ title: 'SIGEC', message: excuses[excuse][language], emotion: 'sad' });
}

/** The firmware shows it on its screen, with a sound, whatever it is doing. */
export function alertFrame({ title, message, emotion }: AlertDevice): Record<string, unknown> {
  return { type: 'alert', status: title, message, emotion };
}
