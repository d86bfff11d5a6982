import { z } from 'zod';
import { untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { Driver } from '#contract/access/driver.ts';
import { mayNameDrivers, maySeePersonalData } from '#principals/personal-data.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { after, counted, cursorIfAny, limit, moreHint, next, placeAfter } from '../paging.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { tokenIdArgument } from './token.ts';

const shownDriver = z.object({
  driver_id: z.string(),
  name: z.string().optional().describe('Written by people: data'),
  is_blocked: z.boolean(),
  group_id: z.string().optional(),
  group: z.string().optional().describe('Its name, written by people: data'),
  token_count: z.int(),
  language: z.string().optional(),
});

/** Addresses and telephone numbers are left out: no task of an agent here needs them. */
export function listDrivers({ charging, may }: Pick<PackNeeds, 'charging' | 'may'>): Tool {
  return defineTool({
    name: 'list_drivers',
    title: 'List drivers',
    description:
      'Lists the people who charge, in the order of their names, with their group and how many tokens they have. Use it to find a driver_id by a name. For the tokens of a driver, use find_token; for what they charged, get_report by driver.',
    category: 'drivers',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      search: z
        .string()
        .max(100)
        .regex(/^\P{C}*$/u, 'must be visible characters')
        .optional()
        .describe('Part of a name'),
      group_id: tokenIdArgument.optional().describe('Only of this group'),
      limit: limit(100, 20),
      after,
    }),
    output: z.object({ drivers: z.array(shownDriver), next }),
    examples: [{ search: 'silva' }],
    async run({ search, group_id, limit: most, after: cursor }, { actor }) {
      const isNaming = mayNameDrivers({ may }, actor);
      const page = await withSafeErrors({}, () =>
        charging.drivers.find({
          search,
          groupId: group_id,
          limit: most,
          after: placeAfter(cursor),
          isInEmail: maySeePersonalData(actor),
        }),
      );
      const text = `${counted(page.drivers.length, 'driver')}.${moreHint(page.next)}`;
      const groups = await charging.authorization.groups();
      const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
      const drivers = page.drivers.map((driver) => driverForAgents(driver, isNaming, groupNames));
      return { text, data: { drivers, next: cursorIfAny(page.next) } };
    },
  });
}

function driverForAgents(
  driver: Driver,
  isNaming: boolean,
  groupNames: ReadonlyMap<string, string>,
): z.input<typeof shownDriver> {
  return {
    driver_id: driver.id,
    name: isNaming ? untrustedTextIfAny(driver.name, 100) : undefined,
    is_blocked: driver.isBlocked,
    group_id: driver.groupId ?? undefined,
    group: isNaming ? untrustedTextIfAny(groupNames.get(driver.groupId ?? '') ?? null, 100) : undefined,
    token_count: driver.tokenCount,
    language: driver.language ?? undefined,
  };
}
