import type { Charging } from '#charging/open-charging.ts';
import type { Loss, Outcome } from '#contract/commands/command.ts';
import type { CommandName, InputOf } from '#contract/commands/commands.ts';
import type { CallOutcome } from './link/rpc/call-queue.ts';
import type { WrittenPayload } from './link/rpc/written-payload.ts';
import { reasonOf } from './shared/status-reason.ts';

/** What a translator may use: typed calls to the one station, and the number that reports will name. */
export type CommandContext<Messages extends MessagesShape<Messages>> = {
  stationId: string;
  requestId: number;
  charging: Charging;
  /** The station's answer; anything but an answer ends the command by throwing `NotAnswered`. */
  call<Action extends keyof Messages & string>(
    action: Action,
    payload: Messages[Action]['request'] | WrittenPayload,
  ): Promise<Messages[Action]['response']>;
};

export type MessagesShape<Messages> = Record<keyof Messages, { request: unknown; response: unknown }>;

export type Translator<Messages extends MessagesShape<Messages>, Name extends CommandName> = (
  input: InputOf<Name>,
  context: CommandContext<Messages>,
) => Promise<Outcome>;

/** A row for every command: a version that cannot say it states what it lacks. */
export type Commands<Messages extends MessagesShape<Messages>> = {
  readonly [Name in CommandName]: Translator<Messages, Name> | Missing;
};

/** A translator as the router sees it: the command's input was read by its own schema before. */
export type UntypedTranslator = (input: never, context: CommandContext<never>) => Promise<Outcome>;

export type Missing = { lacks: string };

export function missing(lacks: string): Missing {
  return { lacks };
}

/** What the versions before 2.1 lack. */
export const cameWith21 = {
  'adjust-stream': missing('AdjustPeriodicEventStream came with OCPP 2.1'),
  'get-streams': missing('GetPeriodicEventStream came with OCPP 2.1'),
  'update-dynamic-schedule': missing('UpdateDynamicSchedule came with OCPP 2.1'),
  'use-priority-charging': missing('UsePriorityCharging came with OCPP 2.1'),
  'allow-energy-transfer': missing('NotifyAllowedEnergyTransfer came with OCPP 2.1'),
  'send-afrr-signal': missing('AFRRSignal came with OCPP 2.1'),
  'set-der-control': missing('SetDERControl came with OCPP 2.1'),
  'get-der-control': missing('GetDERControl came with OCPP 2.1'),
  'clear-der-control': missing('ClearDERControl came with OCPP 2.1'),
  'request-battery-swap': missing('RequestBatterySwap came with OCPP 2.1'),
  'get-tariffs': missing('GetTariffs came with OCPP 2.1'),
  'notify-web-payment': missing('NotifyWebPaymentStarted came with OCPP 2.1'),
  'set-payment-code': missing('QR codes that change came with OCPP 2.1; print the one of the EVSE instead'),
} satisfies Partial<Record<CommandName, Missing>>;

/** 2.1 takes every message of 2.0.1 with the same fields; only its lists of values are longer. */
export function sharedWith<Messages extends MessagesShape<Messages>>(older: object): Commands<Messages> {
  return older as Commands<Messages>;
}

type OutcomeParts = { answer?: Record<string, unknown>; losses?: Loss[]; code?: string | null; reason?: string | null };

export function accepted({ answer = {}, losses = [], code = null, reason = null }: OutcomeParts = {}): Outcome {
  return { status: 'accepted', code, reason, answer, losses };
}

export function rejected(code: string, { answer = {}, losses = [], reason = null }: OutcomeParts = {}): Outcome {
  return { status: 'rejected', code, reason, answer, losses };
}

/** The common case: a status word, of which some mean yes, and perhaps a reason beside it (2.x statusInfo). */
export function byStatus(
  response: { status: string; statusInfo?: { reasonCode: string; additionalInfo?: string | undefined } | undefined },
  yes: readonly string[] = ['Accepted'],
  parts: OutcomeParts = {},
): Outcome {
  const reason = reasonOf(response.statusInfo);
  if (yes.includes(response.status)) return accepted({ code: response.status, reason, ...parts });
  return rejected(response.status, { reason, ...parts });
}

/** A value that the version has no word for: nothing is sent. */
export function unsaid(field: string, why: string): Outcome {
  return { status: 'not-sent', code: null, reason: `${why}.`, answer: {}, losses: [{ field, why }] };
}

/** The part of a command that the version has no field for; an absent part is no loss. */
export function lossOf(input: Record<string, unknown>, whys: Record<string, string>): Loss[] {
  return Object.entries(whys).flatMap(([field, why]) => (input[field] === undefined ? [] : [{ field, why }]));
}

/** The station did not answer a call, or answered with an error: the command ends with that. */
export class NotAnswered extends Error {
  readonly outcome: Outcome;

  constructor(call: Exclude<CallOutcome, { status: 'answered' }>) {
    super(call.status);
    this.name = 'NotAnswered';
    this.outcome =
      call.status === 'error'
        ? { status: 'rejected', code: call.code, reason: call.description || null, answer: {}, losses: [] }
        : { status: call.status, code: call.code ?? null, reason: call.reason, answer: {}, losses: [] };
  }
}
