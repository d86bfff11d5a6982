import type { Rest } from './rest.ts';
import type { World } from './world.ts';

/** Sites, people, cards, prices and vehicles; gives back what the references of requests stand for. */
export async function buildBusiness(world: World, rest: Rest): Promise<Map<string, string[]>> {
  const references = new Map<string, string[]>();
  for (const { gridLimitA: _limit, ...site } of world.sites) await rest('POST', '/api/sites', site);
  for (const { id, site, state } of world.stations) {
    if (state === 'pending') continue;
    await rest('POST', `/api/stations/${id}/accept`, { withPassword: false });
    await rest('PUT', `/api/sites/${site}/stations/${id}`, {});
  }
  const groups = new Map<string, string>();
  for (const name of world.groups) {
    const { id } = await rest<{ id: string }>('POST', '/api/groups', { name });
    groups.set(name, id);
    references.set(`$group:${name}`, [id]);
  }
  for (const { name, group, cards, blocked } of world.drivers) {
    const groupId = group === undefined ? null : (groups.get(group) ?? null);
    const { id: driverId } = await rest<{ id: string }>('POST', '/api/drivers', { name, groupId });
    references.set(`$driver:${name}`, [driverId]);
    for (const value of cards) {
      const isBlocked = blocked.includes(value);
      const { token } = await rest<{ token: { id: string } }>('POST', '/api/tokens', {
        value,
        driverId,
        isBlocked,
      });
      references.set(`$token:${value.slice(-4)}`, [token.id, value]);
    }
  }
  for (const { tariff, sites } of world.tariffs) {
    await rest('POST', '/api/tariffs', tariff);
    for (const siteId of sites) await rest('POST', '/api/tariff-assignments', { tariffId: tariff.id, siteId });
  }
  await rest('POST', '/api/vehicles/import', { csv: [world.vehicleColumns, ...world.vehicles].join('\n') });
  for (const [name, ids] of await vehicleReferences(rest)) references.set(name, ids);
  references.set('$book:python', ['tec-001', 'tec-002']);
  return references;
}

type Stock = { veiculos: { id: string; modelo: string; tipo_combustivel: string }[] };

async function vehicleReferences(rest: Rest): Promise<[string, string[]][]> {
  const { veiculos } = await rest<Stock>('GET', '/api/vehicles?limite=100');
  return [
    ...veiculos.map(({ id, modelo }): [string, string[]] => [`$vehicle:${modelo}`, [id]]),
    ['$vehicles:electric', veiculos.filter((each) => each.tipo_combustivel === 'Elétrico').map(({ id }) => id)],
  ];
}
