import { scale } from '../../support/scale.ts';
import type { World } from '../world.ts';
import type { Carrier } from './carrier.ts';
import { type Reader, readingDoors } from './reader.ts';
import { sideBySide } from './strangers.ts';

const everyNth = scale({ test: 4, soak: 1 });

/** Everything that an agent can read about these stations: by all tools, resources and prompts, by every door. */
export async function readEverything(world: World, reader: Reader, carriers: readonly Carrier[]): Promise<void> {
  await reader.begin();
  await reader.readLists();
  await reader.readCompletions();
  const aboutStation = world.tools.filter(({ inputSchema }) => 'charge_point_id' in (inputSchema.properties ?? {}));
  const others = world.tools.filter((tool) => !aboutStation.includes(tool) && tool.name !== 'raise_level');
  await sideBySide([...carriers.entries()], async ([index, { stationId, version }]) => {
    const hints = [
      { name: /^charge_point_id$/, value: () => stationId },
      { name: /^(connector_id|evse_id)$/, value: () => 1 },
      { name: /^charge_point_ids$/, value: () => [stationId] },
      { name: /^(transaction_id|reservation_id)$/, value: () => (version === '1.6' ? 1 : undefined) },
    ];
    for (const [turn, tool] of aboutStation.entries()) {
      // What reads is called for every station, or for every fourth; what acts for some of them.
      if ((index + turn) % (tool.tier === 'R0' ? everyNth : 5) !== 0) continue;
      await reader.callTool(tool, hints, readingDoors[(index + turn) % 3] ?? 'modern');
    }
    for (const kind of ['stations', 'charge-points'])
      await reader.readResource(
        `sigec://${kind}/${encodeURIComponent(stationId)}`,
        index % 2 === 0 ? 'modern' : 'legacy',
      );
    if (index % 10 === 0)
      await reader.readPrompts({ charge_point_id: stationId, transaction_id: '1', month: '2026-03' });
  });
  const rounds = Array.from({ length: scale({ test: 6, soak: 200 }) }, (_round, index) => index);
  await sideBySide(rounds, async (round) => {
    for (const [turn, tool] of others.entries())
      await reader.callTool(tool, [], readingDoors[(round + turn) % 3] ?? 'modern');
  });
  const uris = [...(reader.ids.get('uri') ?? [])].slice(0, scale({ test: 50, soak: 3_000 }));
  await sideBySide(uris, (uri) => reader.readResource(String(uri), 'modern'));
}
