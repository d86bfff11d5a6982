import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { readTariffText } from '#charging/tariffs/terms/read-tariff-text.ts';
import { textOfTerms } from '#charging/tariffs/terms/text-for.ts';
import type { NewTariff, TariffProblem } from '#contract/billing/tariff.ts';
import { time } from '#contract/common.ts';
import { inEnglish, type Sentence } from '#contract/problems/problem-words.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { cleanedJson } from '../cleaned-json.ts';
import type { PackNeeds } from '../needs.ts';
import { counted } from '../paging.ts';
import { neutral, withSafeErrors } from '../safe-errors.ts';
import { shownTariff, tariffForAgents } from './tariffs.ts';

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
      const wanted = read(text);
      const made = await withSafeErrors({}, () =>
        charging.tariffs.addText({ text, validFrom: valid_from, isDryRun: true }, actor),
      );
      const { id, validFrom, ...terms } = wanted;
      const before = (await charging.tariffs.list()).find((tariff) => tariff.id === id);
      const held = (await charging.tariffs.assignments()).filter(({ tariffId }) => tariffId === id);
      const from = valid_from ?? validFrom;
      const what = before === undefined ? 'Makes a new tariff' : `Makes version ${made.versionCount} of a tariff`;
      return {
        targets: [`tariff:${id}`],
        effect: `${what}, which holds by ${counted(held.length, 'assignment')}; sessions that begin ${from === undefined ? 'from now on' : `from ${from} on`} are priced by it.`,
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
      read(text);
      const tariff = await withSafeErrors({}, () =>
        charging.tariffs.addText({ text, validFrom: valid_from, isDryRun: false }, actor),
      );
      return { text: `Version ${tariff.versionCount} is made.`, data: tariffForAgents(tariff) };
    },
  });
}

/** What is wrong with it is told with its line and what to write instead, but not with what stood there. */
function read(text: string): NewTariff {
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
