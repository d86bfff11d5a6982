import { SigecError } from '#base/errors.ts';
import { newDriver } from '#contract/access/driver.ts';
import { newToken } from '#contract/access/token.ts';
import { newTariff, newTariffAssignment } from '#contract/billing/tariff.ts';
import { newSite, placeStation } from '#contract/stations/site.ts';
import { system } from '#principals/actor.ts';
import type { Charging } from './open-charging.ts';

export type DemoNetwork = {
  stationIds: readonly string[];
  /** Others can reach this machine, so that nothing comes in without a password. */
  isPasswordRequired: boolean;
  /** By the id of the site where they stand. */
  stationsAtSites: Readonly<Record<string, readonly string[]>>;
  /** The first one is the driver's. */
  tokens: readonly [string, ...string[]];
  blockedToken: string;
};

export const demoSiteId = 'sao-paulo';

const brazilian = { timeZone: 'America/Sao_Paulo', currency: 'BRL' };
const city = (name: string, region: string) => ({ name, address: { city: name, region, country: 'BR' } });

const demoSites = [
  {
    ...brazilian,
    id: demoSiteId,
    name: 'São Paulo',
    position: { latitude: -23.5614, longitude: -46.6559 },
    address: { street: 'Avenida Paulista, 1578', city: 'São Paulo', region: 'SP', country: 'BR' },
  },
  {
    ...brazilian,
    ...city('Rio de Janeiro', 'RJ'),
    id: 'rio-de-janeiro',
    position: { latitude: -22.9711, longitude: -43.1822 },
  },
  {
    ...brazilian,
    ...city('Belo Horizonte', 'MG'),
    id: 'belo-horizonte',
    position: { latitude: -19.9391, longitude: -43.9339 },
  },
  {
    ...brazilian,
    ...city('Salvador', 'BA'),
    id: 'salvador',
    timeZone: 'America/Bahia',
    position: { latitude: -12.9718, longitude: -38.5108 },
  },
  {
    ...brazilian,
    ...city('Curitiba', 'PR'),
    id: 'curitiba',
    position: { latitude: -25.4429, longitude: -49.2887 },
  },
].map((site) => newSite.parse(site));

const tariff = newTariff.parse({
  id: 'city',
  currency: 'BRL',
  prices: [
    { name: 'Day', hours: '06:00-22:00', perKwh: '1.90', perIdleMinute: '0.50' },
    { name: 'Night', hours: '22:00-06:00', perKwh: '1.20' },
  ],
  idleGraceMinutes: 10,
  taxes: [{ name: 'ISS', percent: '5' }],
});

const driver = newDriver.parse({ name: 'Ana Souza', email: 'ana@example.org', language: 'pt-BR' });

/** What there is to look at in the demo, beside its stations. What the demo before left is as its people made it. */
export async function seedDemo(charging: Charging, network: DemoNetwork): Promise<void> {
  const { authorization, sites, drivers, tariffs } = charging;
  for (const stationId of network.stationIds) await acceptDemoStation(charging, stationId, network);
  for (const value of network.tokens) await isNew(authorization.add(newToken.parse({ value }), system));
  const blocked = newToken.parse({ value: network.blockedToken, isBlocked: true, note: 'Reported lost' });
  await isNew(authorization.add(blocked, system));

  for (const site of demoSites) {
    if (!(await isNew(sites.add(site, system)))) continue;
    const place = placeStation.parse({});
    for (const stationId of network.stationsAtSites[site.id] ?? [])
      await sites.placeStation({ siteId: site.id, stationId, place, actor: system });
  }
  if (!(await tariffs.list()).some(({ id }) => id === tariff.id)) {
    await tariffs.add(tariff, system);
    await isNew(tariffs.assign(newTariffAssignment.parse({ tariffId: tariff.id, siteId: demoSiteId }), system));
  }
  const added = await unlessKnown(drivers.add(driver, system));
  const token = added && (await unlessGone(authorization.findByValue(network.tokens[0])));
  if (token?.driverId === null) await authorization.change(token.id, { driverId: added?.id ?? null }, system);
}

/** One of a demo that only this machine could reach came without a password until now. */
async function acceptDemoStation(
  charging: Charging,
  stationId: string,
  { isPasswordRequired }: DemoNetwork,
): Promise<void> {
  const isAccepted = await isNew(charging.acceptStation(stationId, { withPassword: isPasswordRequired }, system));
  if (isAccepted || !isPasswordRequired) return;
  const { hasPassword } = await charging.getStation(stationId);
  if (!hasPassword) await unlessKnown(charging.renewPassword(stationId, system)); // a rejected one stays out
}

async function isNew(work: Promise<unknown>): Promise<boolean> {
  return (await unlessKnown(work)) !== undefined;
}

function unlessKnown<Made>(work: Promise<Made>): Promise<Made | undefined> {
  return unless('CONFLICT', work);
}

function unlessGone<Found>(work: Promise<Found>): Promise<Found | undefined> {
  return unless('NOT_FOUND', work);
}

async function unless<Answer>(code: SigecError['code'], work: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SigecError && error.code === code) return undefined;
    throw error;
  }
}
