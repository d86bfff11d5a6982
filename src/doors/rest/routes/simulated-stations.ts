import { SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/open-charging.ts';
import { newToken } from '#contract/access/token.ts';
import { simulatedStationApi } from '#contract/api/simulated-stations.ts';
import type { SimulatedStationInfo } from '#contract/stations/simulated-station.ts';
import type { AcceptedStation } from '#contract/stations/station.ts';
import type { Actor } from '#principals/actor.ts';
import { serve } from '../route.ts';

/** The stations that run beside the server; the composition root knows who plays them. */
export type Simulation = {
  list(): SimulatedStationInfo[];
  /** Throws CONFLICT where no more can run. */
  mustHaveRoom(): void;
  add(station: SimulatedStationInfo & { password: string | null }): SimulatedStationInfo;
  remove(stationId: string): Promise<void>;
};

export type SimulationRouteNeeds = { simulation: Simulation; charging: Charging };

export const simulatedStationRoutes = serve<typeof simulatedStationApi, SimulationRouteNeeds>(simulatedStationApi, {
  list: async (_asked, { simulation }) => ({ stations: simulation.list() }),
  async add({ body: { version }, actor }, { simulation, charging }) {
    simulation.mustHaveRoom();
    const { station, password } = await acceptNext(charging, actor);
    const driver = newToken.parse({ note: `Simulated driver of ${station.id}` });
    const { value } = await charging.authorization.add(driver, actor);
    return simulation.add({ stationId: station.id, version, token: value ?? '', password });
  },
  async remove({ params: { id } }, { simulation }) {
    await simulation.remove(id);
    return { stations: simulation.list() };
  },
});

/** The first name that is free: one that was used is in the books for ever. */
async function acceptNext(charging: Charging, actor: Actor): Promise<AcceptedStation> {
  for (let number = 1; ; number += 1) {
    try {
      return await charging.acceptStation(`SIMULATED-${number}`, {}, actor);
    } catch (error) {
      if (!(error instanceof SigecError) || error.code !== 'CONFLICT') throw error;
    }
  }
}
