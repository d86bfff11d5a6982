import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { defined } from '#base/present.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { readTariffText } from '#charging/tariffs/terms/read-tariff-text.ts';
import { textOfTerms } from '#charging/tariffs/terms/text-for.ts';
import type { NewTariff, NewTariffAssignment, TariffProblem } from '#contract/billing/tariff.ts';
import { time } from '#contract/common.ts';
import { inEnglish, type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { siteId } from '#contract/stations/site.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { tokenIdArgument } from '../access/token.ts';
import { cleanedJson } from '../cleaned-json.ts';
import { chargePointId } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { stationTarget } from '../place.ts';
import { neutral, withSafeErrors } from '../safe-errors.ts';
import { assignmentForAgents, noSuchTariff, shownTariff, tariffForAgents, tariffIdArgument } from './tariffs.ts';

const assignInput = z.object({
  tariff_id: tariffIdArgument,
  site_id: siteId.optional().describe('At this site'),
  charge_point_id: chargePointId.optional().describe('Or at this charge point'),
  evse_id: z.int().min(1).max(10_000).optional().describe('At this EVSE of charge_point_id'),
  connector_id: z.int().min(1).max(10_000).optional().describe('At this connector of evse_id'),
  group_id: tokenIdArgument.optional().describe('Only for tokens of this group'),
  is_everywhere: z
    .boolean()
    .default(false)
    .describe('true: no place is named on purpose; it holds in the whole network'),
  valid_from: time.optional().describe('Absent: from now on'),
  valid_to: time.optional().describe('Absent: without end'),
});

export function assignTariff({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'assign_tariff',
    title: 'Say where a tariff holds',
    description:
      'Gives a tariff to a site, a charge point, an EVSE, a connector or the whole network, for everybody or for one group. The most exact place wins; running sessions keep their price. To change the prices of a tariff that holds there already, use set_tariff. Two tariffs cannot hold at the same place for the same group at the same time. An administrator approves it first.',
    category: 'tariffs',
    level: 'advanced',
    tier: 'R3',
    input: assignInput,
    output: z.object({ assignment_id: z.string(), is_done: z.boolean() }),
    examples: [{ tariff_id: 'night', site_id: 'praia' }],
    subject: ({ tariff_id }) => tariff_id,
    async plan(given, { actor }) {
      const wanted = assignmentOf(given);
      const made = await withSafeErrors({ NOT_FOUND: noSuchTariff }, () =>
        charging.tariffs.checkAssignment(wanted, actor),
      );
      const tariff = (await charging.tariffs.list()).find(({ id }) => id === given.tariff_id);
      if (tariff === undefined) throw new SigecError('NOT_FOUND', noSuchTariff);
      const { version_count, price } = tariffForAgents(tariff);
      const { id: _new, ...place } = made;
      return {
        targets: [`tariff:${tariff.id}`, targetOf(given)],
        effect: sentenceOf('effect-assign-tariff', {
          where: whereOf(given),
          group: given.group_id === undefined ? '' : sentenceOf('with-one-group'),
          from: fromWhen(given.valid_from),
        }),
        details: { price: price ?? null, ...defined(assignmentForAgents(place)) },
        preconditions: { version_count, is_retired: tariff.retiredAt !== null },
      };
    },
    async run(given, { actor }) {
      const { id } = await withSafeErrors({ NOT_FOUND: noSuchTariff }, () =>
        charging.tariffs.assign(assignmentOf(given), actor),
      );
      return { text: 'It holds there from its time on.', data: { assignment_id: id, is_done: true } };
    },
  });
}

/** The whole network is never meant by forgetting an argument. */
function assignmentOf(given: z.output<typeof assignInput>): NewTariffAssignment {
  const { site_id, charge_point_id, evse_id, connector_id, group_id, valid_from, valid_to, is_everywhere } = given;
  if ((site_id === undefined && charge_point_id === undefined) !== is_everywhere)
    throw wrongArgument(
      'Name a place: site_id or charge_point_id; or give is_everywhere: true and no place.',
      'is_everywhere',
    );
  return {
    tariffId: given.tariff_id,
    siteId: site_id ?? null,
    stationId: charge_point_id ?? null,
    evseId: evse_id ?? null,
    connectorId: connector_id ?? null,
    groupId: group_id ?? null,
    validFrom: valid_from ?? null,
    validTo: valid_to ?? null,
  };
}

function targetOf({ site_id, charge_point_id, evse_id, connector_id }: z.output<typeof assignInput>): string {
  if (charge_point_id !== undefined)
    return stationTarget(charge_point_id, { evseId: evse_id, connectorId: connector_id });
  return site_id === undefined ? 'network' : `site:${site_id}`;
}

function whereOf({ site_id, charge_point_id, evse_id }: z.output<typeof assignInput>): Sentence {
  if (charge_point_id !== undefined)
    return evse_id === undefined ? sentenceOf('at-one-station') : sentenceOf('at-evse-of-station', { evse: evse_id });
  return sentenceOf(site_id === undefined ? 'anywhere' : 'at-one-site');
}

function fromWhen(from: string | undefined): Sentence {
  return from === undefined ? sentenceOf('from-now-on') : sentenceOf('from-then-on', { from });
}

/** A tariff is a page of text; more is none. */
const maxCharacters = 20_000;

export function setTariff({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'set_tariff',
    title: 'Set the prices of a tariff',
    description:
      'Makes a tariff, or a new version of one, from a text in YAML or JSON with the names that list_tariffs shows as terms, and its id. Sessions keep the price they began with. Read the tariff with list_tariffs and its tariff_id first and check the new prices by hand; where it holds is set by assign_tariff. An administrator approves it first.',
    category: 'tariffs',
    level: 'advanced',
    tier: 'R3',
    input: z.object({
      text: z
        .string()
        .min(1)
        .max(maxCharacters)
        .describe('The whole tariff, such as: {id: day, currency: BRL, perKwh: "1.90"}'),
      valid_from: time.optional().describe('Absent: as the text says, or from now on'),
    }),
    output: shownTariff,
    examples: [{ text: '{ id: day, currency: BRL, perKwh: "1.90" }' }],
    async plan({ text, valid_from }, { actor }) {
      const wanted = readTariff(text);
      const made = await withSafeErrors({}, () =>
        charging.tariffs.addText({ text, validFrom: valid_from, isDryRun: true }, actor),
      );
      const { id, validFrom, ...terms } = wanted;
      const before = (await charging.tariffs.list()).find((tariff) => tariff.id === id);
      const held = (await charging.tariffs.assignments()).filter(({ tariffId }) => tariffId === id);
      const from = valid_from ?? validFrom;
      const what =
        before === undefined
          ? sentenceOf('makes-tariff')
          : sentenceOf('makes-tariff-version', { version: made.versionCount });
      return {
        targets: [`tariff:${id}`],
        effect: sentenceOf(held.length === 1 ? 'effect-tariff-held-once' : 'effect-tariff', {
          what,
          count: held.length,
          from: fromWhen(from),
        }),
        details: {
          tariff_id: id,
          currency: terms.currency,
          price: untrustedText(textOfTerms(terms, 'en').text, 300),
          price_before: before === undefined ? null : (tariffForAgents(before).price ?? null),
          terms: cleanedJson(terms),
        },
        preconditions: { version_count: before?.versionCount ?? 0, assignments: held.map((one) => one.id).toSorted() },
      };
    },
    async run({ text, valid_from }, { actor }) {
      readTariff(text);
      const tariff = await withSafeErrors({}, () =>
        charging.tariffs.addText({ text, validFrom: valid_from, isDryRun: false }, actor),
      );
      return { text: `Version ${tariff.versionCount} is made.`, data: tariffForAgents(tariff) };
    },
  });
}

/** What is wrong with it is told with its line and what to write instead, but not with what stood there. */
function readTariff(text: string): NewTariff {
  const { tariff, problems } = readTariffText(text);
  if (tariff !== null) return tariff;
  const told = problems.slice(0, 8).map(problemText);
  throw wrongArgument(`The tariff cannot be used. ${told.join(' ')}`, 'text');
}

function problemText({ line, sentence, advice }: TariffProblem): string {
  const where = line === null ? '' : `Line ${line}: `;
  const instead = advice === undefined ? '' : ` Write ${ours(advice)}.`;
  return `${where}${sentence === undefined ? 'This is wrong.' : ours(sentence)}${instead}`;
}

function ours(sentence: NonNullable<TariffProblem['sentence']>): string {
  return inEnglish(neutral(sentence as Sentence));
}
