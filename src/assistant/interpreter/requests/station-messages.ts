import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
import { fold } from '../spot/fold.ts';
import { rowLimit, stationCall } from './build.ts';
import type { Request } from './request.ts';

const actions: readonly [RegExp, string][] = [
  [/\bheartbeats?\b/, 'Heartbeat'],
  [/\bboot ?notifications?\b|\bboots?\b/, 'BootNotification'],
  [/\bstatus ?notifications?\b/, 'StatusNotification'],
  [/\bmeter ?values?\b|\bmedic\w+/, 'MeterValues'],
  [/\bauthoriz\w+|\bautoriz\w+/, 'Authorize'],
  [/\bdata ?transfers?\b/, 'DataTransfer'],
];

/** Names of messages, and no settings: "StatusNotifications". */
export function isAction(key: string): boolean {
  return /(?:Notification|Event|Values|Transaction|Authorize|Transfer)s?$/.test(key) && !/Sampled|Aligned/.test(key);
}

function keyIn(asked: Asked): string | undefined {
  return asked.text_('key')?.replace(/(?<!Value)s$/, '');
}

function actionIn(asked: Asked): string | undefined {
  return asked.has('messagename') || asked.has('settingname')
    ? actions.find(([pattern]) => pattern.test(fold(asked.text)))?.[1]
    : undefined;
}

/** Those that failed, or that nobody answered. */
function outcomeIn(asked: Asked): string | undefined {
  const said = fold(asked.text);
  if (/\b(?:unanswered|no answer|not answered|sem resposta|nao respondid\w+)\b/.test(said)) return 'no-answer';
  return asked.has('faulted') ? 'error' : undefined;
}

const reports = [
  ['setting', 'configuration'],
  ['firmware', 'firmware-status'],
  ['limits', 'charging-limits'],
  ['session', 'session'],
  ['energy', 'meter-values'],
  ['logs', 'log-status'],
  ['how', 'status'],
] as const;

/** What a station has said, and what it is asked to tell or to bring. */
export const stationMessageRequests: readonly Request[] = [
  {
    tool: 'get_charge_point_messages',
    when: [
      '@station message',
      '@station @key',
      'message ?',
      'message latest',
      '@station message @key',
      '@station @key message',
      '@station message messagename',
      '@station messagename @period',
      '@station messagename latest',
      '@station say @period',
    ],
    takes:
      'station message messagename latest say happened faulted refusal @station @number @period @clock @key all history command first settingname how waiting offline',
    examples: { en: 'last 5 OCPP messages of CP-7', pt: 'últimas 5 mensagens OCPP do CP-7' },
    intent(asked) {
      const limit = rowLimit(asked, 20, 50);
      const found = stationCall(asked, 'get_charge_point_messages', {
        limit,
        ...defined({ action: keyIn(asked) ?? actionIn(asked), outcome: outcomeIn(asked) }),
      });
      return 'intent' in found && asked.period !== undefined ? { ...found, period: asked.period } : found;
    },
  },
  {
    tool: 'request_charge_point_report',
    when: [
      'ask @station setting|firmware|limits|session|energy|how|messagename',
      'ask station setting|limits|energy|how',
    ],
    takes:
      'ask station setting messagename report message firmware limits session energy how now power connector @place update',
    examples: { en: 'ask CP-7 for its status now', pt: 'peça ao CP-7 o status agora' },
    intent(asked) {
      const [, report = 'status'] = reports.find(([concept]) => asked.has(concept)) ?? [];
      // What a station has sent is asked of us; only an order asks the station.
      const isTold = /^(?:which|what|when|did|does|is|has|qual|quais|quando|o que)\b/.test(fold(asked.text).trim());
      if (isTold || (asked.has('update') && asked.has('firmware'))) return undefined;
      return stationCall(asked, 'request_charge_point_report', { report });
    },
  },
  {
    tool: 'request_logs',
    when: ['@station logs', '@station logs how', '@station logs done|ended', 'logs ask', 'logs station'],
    takes: 'ask station logs security now details trouble how done ended message @station @period @clock',
    examples: { en: 'have CP-7 upload its log', pt: 'peça o log do CP-7' },
    intent(asked) {
      // How it goes is known without asking for another one.
      const station = asked.text_('station');
      const isState = /^\W*(?:how|has|is|did|was|when|where|what|como|ja|foi|quando|onde|qual)\b/.test(
        fold(asked.text),
      );
      if (isState && station !== undefined) return { intent: 'station-status', station };
      const kind = /\b(?:security|seguranca)\b/.test(fold(asked.text)) ? 'security' : undefined;
      const found = stationCall(asked, 'request_logs', defined({ kind }));
      return 'intent' in found && asked.period !== undefined ? { ...found, period: asked.period } : found;
    },
  },
];
