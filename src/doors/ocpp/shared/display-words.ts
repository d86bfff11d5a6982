import type { MessageInfoType } from 'typed-ocpp/dist/ocpp21/types.js';
import type { z } from 'zod';
import { transactionIdOf } from '#charging/sessions/record/session-event.ts';
import type { displayCommands } from '#contract/commands/displays.ts';
import type {
  DisplayContent,
  DisplayFormat,
  DisplayPriority,
  DisplayState,
  DisplayText,
} from '#contract/stations/display.ts';

type WireText = MessageInfoType['message'];

const priorities = {
  'always-front': 'AlwaysFront',
  'in-front': 'InFront',
  'normal-cycle': 'NormalCycle',
} as const satisfies Record<DisplayPriority, MessageInfoType['priority']>;

const states = {
  charging: 'Charging',
  faulted: 'Faulted',
  idle: 'Idle',
  unavailable: 'Unavailable',
  suspended: 'Suspended',
  discharging: 'Discharging',
} as const satisfies Record<DisplayState, NonNullable<MessageInfoType['state']>>;

const formats = {
  ascii: 'ASCII',
  utf8: 'UTF8',
  html: 'HTML',
  uri: 'URI',
  'qr-code': 'QRCODE',
} as const satisfies Record<DisplayFormat, WireText['format']>;

type SetMessage = z.output<(typeof displayCommands)['set-display-message']['input']>;
type MessageInput = Partial<Pick<SetMessage, 'state' | 'format' | 'text'>>;

/** What came with 2.1: asked of an older station, the message would be shown when or how nobody wants it. */
export function lackedBy201({ state, format, text = '' }: MessageInput): { field: string; why: string } | undefined {
  if (state === 'suspended' || state === 'discharging')
    return { field: 'state', why: `the state ${state} came with OCPP 2.1` };
  if (format === 'qr-code') return { field: 'format', why: 'QR codes came with OCPP 2.1' };
  return text.length > 512 ? { field: 'text', why: 'texts of more than 512 characters came with OCPP 2.1' } : undefined;
}

export const wirePriority = (priority: DisplayPriority): MessageInfoType['priority'] => priorities[priority];
export const wireState = (state: DisplayState): NonNullable<MessageInfoType['state']> => states[state];

export function wireMessage(id: number, content: DisplayContent): MessageInfoType {
  const { priority, state, startsAt, endsAt, sessionRef, display, texts } = content;
  const [message = { format: 'UTF8' as const, content: '' }, ...others] = texts.map(wireText);
  return {
    id,
    priority: priorities[priority],
    message,
    ...(state && { state: states[state] }),
    ...(startsAt && { startDateTime: startsAt }),
    ...(endsAt && { endDateTime: endsAt }),
    ...(sessionRef && { transactionId: transactionIdOf(sessionRef) }),
    ...(display && {
      display: { name: display.component, ...(display.evseId !== null && { evse: { id: display.evseId } }) },
    }),
    ...(others.length > 0 && { messageExtra: others }),
  };
}

function wireText({ text, format, language }: DisplayContent['texts'][number]): WireText {
  return { format: formats[format], content: text, ...(language && { language }) };
}

export function contentOf(input: SetMessage, sessionRef: string | null): DisplayContent {
  const { priority, state, startsAt, endsAt, display, otherLanguages } = input;
  return {
    priority,
    state: state ?? null,
    startsAt: startsAt ?? null,
    endsAt: endsAt ?? null,
    sessionRef,
    display: display === undefined ? null : { component: display.component, evseId: display.evseId ?? null },
    texts: [input, ...otherLanguages].map(ownText),
  };
}

function ownText({ text, format, language }: DisplayText): DisplayContent['texts'][number] {
  return { text, format, language: language ?? null };
}

const ownPriority = inverted(priorities);
const ownState = inverted(states);
const ownFormat = inverted(formats);

export function readMessage(info: MessageInfoType): { id: number; content: DisplayContent } {
  const { id, priority, state, startDateTime, endDateTime, transactionId, display, message, messageExtra = [] } = info;
  const content = {
    priority: ownPriority[priority],
    state: state === undefined ? null : ownState[state],
    startsAt: isoOf(startDateTime),
    endsAt: isoOf(endDateTime),
    sessionRef: transactionId ?? null,
    display: display === undefined ? null : { component: display.name, evseId: display.evse?.id ?? null },
    texts: [message, ...messageExtra].map(({ content: text, format, language }) => ({
      text,
      format: ownFormat[format],
      language: language ?? null,
    })),
  };
  return { id, content };
}

function isoOf(time: string | undefined): string | null {
  const date = time === undefined ? undefined : new Date(time);
  return date === undefined || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function inverted<Own extends string, Wire extends string>(table: Record<Own, Wire>): Record<Wire, Own> {
  return Object.fromEntries(Object.entries(table).map(([own, wire]) => [wire, own])) as Record<Wire, Own>;
}
