import { isRecord } from '../../src/base/json.ts';
import { type Known, matchesValue, plain } from './match-value.ts';
import { isPeriod } from './periods.ts';
import type { ExpectedCall } from './request.ts';

export type Call = { tool: string; arguments: Readonly<Record<string, unknown>> };

/** Whether a call asks for what was expected, and for nothing narrower or wider. */
export function matchesCall(expected: ExpectedCall, given: Call, known: Known): boolean {
  if (expected.tool !== given.tool) return false;
  if (!('token_id' in given.arguments) && 'id_tag' in given.arguments) {
    const { id_tag: cardNumber, ...others } = given.arguments; // a card by its number instead of our id for it
    return matchesCall(expected, { ...given, arguments: { ...others, token_id: cardNumber } }, known);
  }
  const stationId = byStation.includes(given.tool) ? stationOf(given.arguments, known) : undefined;
  if (stationId !== undefined) {
    const { transaction_id: _session, ...others } = given.arguments;
    return matchesCall(expected, { ...given, arguments: { ...others, charge_point_id: stationId } }, known);
  }
  const [wanted, arguments_] =
    given.tool === 'buscar_veiculos'
      ? withoutSearchText(expected.with, given.arguments)
      : [expected.with, given.arguments];
  const isAsWanted = Object.entries(wanted).every(([name, value]) =>
    name === '$period' ? isPeriod(String(value), arguments_, known) : matchesValue(value, arguments_[name], known),
  );
  if (!isAsWanted) return false;
  const free = new Set([...freeEverywhere, ...(freeOf[given.tool] ?? [])]);
  const times = '$period' in wanted ? timeNames : [];
  return Object.entries(arguments_).every(
    ([name, value]) => name in wanted || free.has(name) || times.includes(name) || saysNothing(value),
  );
}

/** These take the session that runs at a station as well as the station. */
const byStation: readonly string[] = ['set_charging_need', 'explain_plan'];

function stationOf({ transaction_id: session }: Call['arguments'], { references }: Known): string | undefined {
  const prefix = '$running:';
  return [...references]
    .find(([name, values]) => name.startsWith(prefix) && values.includes(String(session)))?.[0]
    .slice(prefix.length);
}

const timeNames: readonly string[] = ['month', 'from', 'to', 'since', 'until'];

/** How many, why and how long to wait change no answer. */
const freeEverywhere: readonly string[] = [
  ...['limit', 'limite', 'after', 'depois', 'why', 'wait_seconds', 'dry_run', 'idempotency_key'],
];

/** What the assistant may choose where a request leaves it open. */
const freeOf: Readonly<Record<string, readonly string[]>> = {
  reset_charge_point: ['type'],
  unlock_connector: ['connector_id'],
  set_connector_status: ['connector_id'],
  get_report: ['by'],
  get_uptime_report: timeNames,
  what_happened: timeNames,
  list_events: [...timeNames, 'kinds'],
  list_refusals: timeNames,
  get_charge_point_messages: timeNames,
  get_transaction_details: ['with_cost', 'charge_point_id'],
  stop_ocpp_transaction: ['charge_point_id'],
  start_ocpp_transaction: ['evse_id', 'connector_id'],
  reserve_connector: ['evse_id', 'connector_id', 'minutes'],
  list_reservations: ['status'],
  try_authorization: ['evse_id'],
  plan_charging: ['hours'],
  explain_plan: ['evse_id'],
  set_charging_need: ['evse_id'],
  set_charging_limit: [],
  set_site_limit: ['node_id'],
  draft_rule: ['time_zone', 'history_days', 'times', 'window_hours', 'at'],
  list_connectors_by_status: ['online_only'],
  list_devices: ['state'],
  buscar_veiculos: ['ordenacao'],
  search_books: ['sort'],
  calculate_cart: ['delivery'],
  create_checkout: ['delivery'],
  request_logs: timeNames,
  list_certificates: ['within_days'],
  price_example: ['started_at', 'site_id', 'idle_minutes'],
  list_proposals: ['state'],
};

function saysNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || value === false || value === '' || (isRecord(value) && isEmpty(value))
  );
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

const wordedFields: readonly string[] = ['marca', 'modelo', 'cor', 'combustivel', 'transmissao'];

/** The search takes "corolla branco" as words as well as field by field: what the words say counts as a field. */
function withoutSearchText(
  expected: Readonly<Record<string, unknown>>,
  given: Call['arguments'],
): [Readonly<Record<string, unknown>>, Call['arguments']] {
  const text = given['texto_busca'];
  if (typeof text !== 'string' || text === '' || 'texto_busca' in expected) return [expected, given];
  const words = plain(text).split(' ');
  const said = wordedFields.filter((name) => {
    const value = expected[name];
    return (
      typeof value === 'string' &&
      plain(value)
        .split(' ')
        .every((word) => words.some((each) => isLike(each, word)))
    );
  });
  const rest = words.filter(
    (word) =>
      !said.some((name) =>
        plain(String(expected[name]))
          .split(' ')
          .some((each) => isLike(each, word)),
      ),
  );
  const { texto_busca: _text, ...fields } = given;
  const wanted = Object.fromEntries(Object.entries(expected).filter(([name]) => !said.includes(name)));
  return [wanted, rest.length === 0 ? fields : { ...fields, texto_busca: rest.join(' ') }];
}

/** The same word in another gender or number. */
function isLike(one: string, other: string): boolean {
  const length = Math.max(3, Math.min(one.length, other.length) - 2);
  return one.slice(0, length) === other.slice(0, length);
}
