import { z } from 'zod';
import { cursorOf, positionOf } from '#base/cursor.ts';
import { SigecError } from '#base/errors.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { Station } from '#contract/stations/station.ts';
import type { StationVariable } from '#contract/stations/variables.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { type Charge, type Current, chargingTime, currentOf, type Inlet } from '#vehicles/charging-time.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { mustReadVehicle, vehicleIdArgument } from './detalhes-veiculo.ts';

const percent = (usual: number, about: string) => z.int().min(0).max(100).default(usual).describe(about);

const shownStation = z.object({
  charge_point_id: z.string(),
  estado: z.enum(['online', 'offline', 'pending']),
  serve: z.enum(['sim', 'nao', 'desconhecido']).describe('desconhecido: the station has not told its connectors'),
  conectores_livres: z.int(),
  corrente: z.enum(['AC', 'DC']).optional(),
  potencia_kw: z.number().optional().describe('At which it would charge'),
  potencia_da_estacao_conhecida: z
    .boolean()
    .optional()
    .describe("false: reckoned with the vehicle's own power, so at least"),
  energia_kwh: z.number().optional(),
  minutos: z.int().optional(),
});
type ShownStation = z.input<typeof shownStation>;

export function estacoesParaVeiculo(needs: Pick<VehicleNeeds, 'pool' | 'charging'>): Tool {
  return defineTool({
    name: 'estacoes_para_veiculo',
    title: 'Where a vehicle can be charged',
    description:
      'Tells which of our charging stations fit the inlet of an electric or plug-in vehicle for sale, and about how long a charge takes at each, the fastest first. Use it when a buyer asks where and how long they would charge. A station that has not told its connectors is listed as unknown.',
    category: 'stations', // it tells the state of stations, so a key has to be good for those
    level: 'explore',
    tier: 'R0',
    input: z
      .object({
        veiculo_id: vehicleIdArgument,
        carga_inicial_pct: percent(20, 'Charge of the battery at the beginning'),
        carga_final_pct: percent(80, 'and at the end'),
        limite: z.int().min(1).max(50).default(20).describe('How many stations at most'),
        depois: z.string().min(1).max(400).optional().describe('`proximo` of the answer before, to read on'),
      })
      .refine((given) => given.carga_inicial_pct < given.carga_final_pct, {
        path: ['carga_inicial_pct'],
        message: 'must be below carga_final_pct',
      }),
    output: z.object({ estacoes: z.array(shownStation), proximo: z.string().optional() }),
    examples: [{ veiculo_id: '0199a3c0-7b1e-7c3a-9d52-3f6a1b2c4d5e', carga_final_pct: 100 }],
    otherSpellings: {
      names: {
        vehicle_id: 'veiculo_id',
        from_percent: 'carga_inicial_pct',
        to_percent: 'carga_final_pct',
        limit: 'limite',
        after: 'depois',
      },
    },
    subject: ({ veiculo_id }) => veiculo_id,
    async run({ veiculo_id, carga_inicial_pct, carga_final_pct, limite, depois }) {
      const vehicle = await mustReadVehicle(needs, veiculo_id);
      if (vehicle.tipo_conector === null)
        throw new SigecError(
          'INVALID_INPUT',
          'This vehicle has no charging inlet. Only electric ones and plug-in hybrids have; search with combustivel or conector.',
        );
      const page = await needs.charging.findStations({
        limit: limite,
        after: depois === undefined ? undefined : positionOf(depois),
      });
      const charge = { fromPercent: carga_inicial_pct, toPercent: carga_final_pct };
      const accepted = page.stations.filter(({ acceptedAt }) => acceptedAt !== null); // others are not ours yet
      const stations = await Promise.all(
        accepted.map(async (station) => {
          const { variables } = await needs.charging.variables.view(station.id, {});
          return shownOf(station, bestOf(variables, vehicle, charge));
        }),
      );
      const estacoes = stations.toSorted(bySpeed);
      const good = estacoes.filter(({ serve }) => serve === 'sim').length;
      const unknown = estacoes.filter(({ serve }) => serve === 'desconhecido').length;
      const more = page.next === null ? '' : ' Há mais estações: chame de novo com `depois` igual a `proximo`.';
      const text = `Servem ${good} de ${estacoes.length} estações; de ${unknown} não se sabe. Os tempos são estimativas.${more}`;
      return { text, data: { estacoes, proximo: page.next === null ? undefined : cursorOf(page.next) } };
    },
  });
}

type Best =
  | { fits: false | null }
  | ({ fits: true; current: Current; isStationKnown: boolean } & Partial<NonNullable<ReturnType<typeof chargingTime>>>);

/** The fastest of its connectors that fit; null: it has told none. */
function bestOf(variables: readonly StationVariable[], vehicle: Inlet, charge: Charge): Best {
  const inlet = vehicle.tipo_conector;
  const types = variables.filter(
    ({ component, variable }) => component === 'Connector' && variable === 'ConnectorType',
  );
  const told = types.flatMap(({ evseId, attributes }) => {
    const value = attributes.find(({ type }) => type === 'actual')?.value ?? null;
    return value === null || inlet === null ? [] : [{ evseId, current: currentOf(inlet, value) }];
  });
  if (told.length === 0) return { fits: null };
  const ways = told.flatMap(({ evseId, current }): (Best & { fits: true })[] => {
    if (current === null) return [];
    const stationKw = powerOf(variables, evseId);
    const estimate = chargingTime(vehicle, current, { ...charge, stationKw });
    return [{ fits: true, current, isStationKnown: stationKw !== null, ...estimate }];
  });
  return ways.reduce<Best>(
    (best, way) => (best.fits && (best.minutes ?? Infinity) <= (way.minutes ?? Infinity) ? best : way),
    { fits: false },
  );
}

function powerOf(variables: readonly StationVariable[], evseId: number | null): number | null {
  const told = variables.find(
    (each) => each.component === 'EVSE' && each.variable === 'Power' && each.evseId === evseId,
  );
  const { maxLimit = null, unit = null } = told?.characteristics ?? {};
  if (maxLimit === null || maxLimit <= 0) return null;
  return unit?.toLowerCase() === 'kw' ? maxLimit : maxLimit / 1000;
}

function shownOf(station: Station, best: Best): ShownStation {
  return {
    charge_point_id: untrustedText(station.id),
    estado: station.link.state,
    conectores_livres: station.connectors.filter(({ evseId, status }) => evseId > 0 && status === 'available').length,
    ...(best.fits
      ? {
          serve: 'sim' as const,
          corrente: best.current,
          ...(best.minutes !== undefined && {
            potencia_kw: best.powerKw,
            potencia_da_estacao_conhecida: best.isStationKnown,
            energia_kwh: best.energyKwh,
            minutos: best.minutes,
          }),
        }
      : { serve: best.fits === null ? ('desconhecido' as const) : ('nao' as const) }),
  };
}

const rank = { sim: 0, desconhecido: 1, nao: 2 };

function bySpeed(one: ShownStation, other: ShownStation): number {
  return rank[one.serve] - rank[other.serve] || (one.minutos ?? Infinity) - (other.minutos ?? Infinity) || 0;
}
