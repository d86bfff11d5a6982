import type { OcppVersion } from '../../../src/contract/stations/station.ts';
import { scale } from '../../support/scale.ts';
import type { World } from '../world.ts';
import { Carrier } from './carrier.ts';
import { payloads } from './payloads.ts';

const versions: readonly OcppVersion[] = ['1.6', '2.0.1', '2.1'];
/** Every payload in every field of every version, or of one version each. */
const versionsOf = (index: number) => scale({ test: [versions[index % 3] as OcppVersion], soak: versions });

/** Stations that have written every payload wherever a station can write, and still stand in the line. */
export async function carry(world: World): Promise<Carrier[]> {
  const given = payloads.flatMap(({ text }, index) =>
    versionsOf(index).map((version) => {
      const stationId = index % 5 === 0 ? `${asName(text)} ${version}` : `CP-${index}-${version}`;
      return { stationId, version, text };
    }),
  );
  const carriers: Carrier[] = [];
  await sideBySide(given, async (stranger) => {
    const carrier = new Carrier(world.addresses.ocpp, stranger);
    await carrier.connect();
    await carrier.writeEverywhere();
    await askFor(world, carrier);
    carriers.push(carrier);
  });
  return carriers;
}

/** A text as the name of a station, as far as a name takes it. */
function asName(text: string): string {
  const plain = text.replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}/\\:?#\s]+/gu, ' ');
  return plain.trim().slice(0, 40).trim();
}

/** What a station answers is its own words too. */
async function askFor({ asRoot }: World, { stationId }: Carrier): Promise<void> {
  const asked = [
    ['reset', { when: 'idle' }],
    ['unlock', { evseId: 1 }],
    ['set-availability', { isOperative: true, evseId: 1 }],
    ['trigger', { message: 'heartbeat' }],
    ['get-variables', { variables: [{ name: 'HeartbeatInterval' }] }],
    ['transfer-data', { vendorId: 'com.example' }],
  ] as const;
  for (const [name, input] of asked)
    await asRoot('POST', `/api/stations/${encodeURIComponent(stationId)}/commands/${name}`, {
      input,
      answerWithinSeconds: 5,
    });
}

/** Drivers, tokens, sites and tariffs that a person enters, as far as their forms take such texts. Gives back how many were taken. */
export async function writeByHand({ asRoot }: World): Promise<number> {
  let accepted = 0;
  const enter = (path: string, body: object) =>
    asRoot('POST', path, body).then(
      () => (accepted += 1),
      () => undefined, // a form that takes no such text is as good
    );
  await sideBySide([...payloads.entries()], async ([index, { text }]) => {
    await enter('/api/drivers', { name: text.slice(0, 100), note: text.slice(0, 200) });
    await enter('/api/tokens', { value: `04A1B2C3${String(index).padStart(4, '0')}`, note: text.slice(0, 200) });
    await enter('/api/sites', { id: `site-${index}`, name: text.slice(0, 100), timeZone: 'UTC', currency: 'BRL' });
    const texts = [{ language: 'en', text: text.slice(0, 500) }];
    await enter('/api/tariffs', { id: `tariff-${index}`, currency: 'BRL', prices: [{ perKwh: '1.5' }], texts });
  });
  return accepted;
}

const atOnce = 40;

export async function sideBySide<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items].toReversed();
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
