import { type Call, matchesCall } from './match-call.ts';
import { type Known, plain } from './match-value.ts';
import type { Must, Request } from './request.ts';

/** What one answer consisted of. Nothing was approved: what would change something was only proposed or asked about. */
export type Answered = { text: string; calls: readonly Call[]; failure: string | null };

export const verdicts = ['right', 'honest', 'wrong', 'wrong-change', 'nothing'] as const;
/** honest: it did less than it must, and said what it did not understand or asked. */
export type Verdict = (typeof verdicts)[number];

export function judge({ must }: Pick<Request, 'must'>, answered: Answered, known: Known): Verdict {
  if (must.some((each) => isMet(each, answered, known))) return 'right';
  if (answered.calls.some(isChange)) return 'wrong-change';
  if (answered.failure !== null || answered.text.trim() === '') return 'nothing';
  return isDoubtful(answered) ? 'honest' : 'wrong';
}

function isMet(must: Must, answered: Answered, known: Known): boolean {
  const { calls, text, failure } = answered;
  if (failure !== null) return false;
  const changes = calls.filter(isChange);
  const rows = text.split('\n').filter(isRow);
  const isSaid =
    [...must.says, ...must.names].every((words) => hasOne(text, words)) &&
    !must.hides.some((word) => rows.some((row) => has(row, word)));
  if (!isSaid) return false;
  if (must.kind === 'ask') return changes.length === 0 && (must.names.length > 0 || isDoubtful(answered));
  if (must.kind === 'read' && changes.length > 0) return false;
  if (must.calls.length === 0) return true;
  return must.calls.some(
    (wanted) =>
      wanted.every((expected) => calls.some((call) => matchesCall(expected, call, known))) &&
      changes.every((change) => wanted.some((expected) => matchesCall(expected, change, known))),
  );
}

const changingTools = new Set([
  ...['request_charge_point_report', 'request_logs', 'create_checkout', 'apply_proposal', 'cancel_proposal'],
  ...['reset_charge_point', 'unlock_connector', 'set_connector_status', 'set_charging_limit', 'start_ocpp_transaction'],
  ...['stop_ocpp_transaction', 'set_token_blocked', 'reserve_connector', 'cancel_reservation', 'exclude_outage'],
  ...['set_charging_need', 'importar_veiculos', 'complete_checkout', 'update_charge_point_configuration'],
  ...['update_firmware', 'command_many_charge_points', 'accept_charge_point', 'revoke_certificate', 'revoke_contract'],
  ...['set_tariff', 'assign_tariff', 'correct_bill', 'set_site_limit', 'set_rule', 'run_playbook', 'call_device_tool'],
  ...['open_ticket', 'close_finding', 'start_campaign', 'change_campaign', 'show_alert_on_device'],
  ...['refund_payment', 'issue_invoices', 'credit_invoice'],
]);

function isChange({ tool }: Call): boolean {
  return changingTools.has(tool);
}

/** How the assistant says that it did not understand everything, in both languages, or that something is not there. */
const doubts: readonly RegExp[] = [
  /\b(did|do|does|could|can) ?(not|n't) (understand|use|recogni[sz]e|know|follow|make|find)/,
  /\bnot (understood|used|recogni[sz]ed|clear)|\bcannot|\bunused|\bignored|\bleft out|\bunknown/,
  /\bno [a-z]+ (is )?(called|named)|\bthere is no\b|\bseveral things|\bexactly one\b/,
  /\bnao (entendi|compreendi|usei|reconheci|conheco|sei|consigo|posso|ficou|foi usad|encontrei|existe|ha )/,
  /\bignorei|\bdeixei de fora|\bdesconhecid|\bnenhum[a]? [a-z]+ se chama|\bvarias coisas|\bexatamente uma\b/,
  /\b(which|what|who|when|for whom|qual|quais|quem|que|quando)\b[^.?!]{0,80}\?/,
];

/** In its sentences: the titles and names in its rows are not its own words. */
function isDoubtful({ text }: Answered): boolean {
  const words = plain(
    text
      .split('\n')
      .filter((line) => !isRow(line))
      .join(' '),
  );
  return doubts.some((doubt) => doubt.test(words));
}

function isRow(line: string): boolean {
  return /^\s*(\||[-*•]|\d+[.)])\s/.test(line);
}

function hasOne(text: string, words: string | readonly string[]): boolean {
  return typeof words === 'string' ? has(text, words) : words.some((word) => has(text, word));
}

/** A number is not a part of another one, a short word not of a longer one. */
function has(text: string, word: string): boolean {
  if (/^\d{1,2}$/.test(word)) return hasCount(text, word);
  if (/^\d+$/.test(word)) return new RegExp(`(?<![\\d.,:-])${word}(?![\\d:-]|[.,]\\d)`).test(text);
  const [words, wanted] = [plain(text), plain(word)];
  if (/^[a-z]{1,3}$/.test(wanted)) return words.split(/[^a-z0-9]+/).includes(wanted);
  return words.includes(wanted);
}

/** How many there are stands in a sentence, or in a cell of its own: other rows are full of numbers. */
function hasCount(text: string, count: string): boolean {
  const alone = new RegExp(`(?<![\\d.,:/-])${count}(?![\\d:/-]|[.,]\\d)`);
  return text
    .split('\n')
    .some((line) => (isRow(line) ? line.split('|').some((cell) => cell.trim() === count) : alone.test(line)));
}
