import { LineLoads } from '../network/line-loads.ts';
import type { SiteNetwork } from '../network/site-network.ts';
import { laxityHours } from './laxity.ts';
import { pilotAbove, pilotAtMost } from './pilots.ts';
import { type PlanProblem, type PlanVehicle, valueAt } from './plan-problem.ts';
import { reserve } from './reserve.ts';
import { rowsAt } from './rooms.ts';
import type { PlannedVehicle, SitePlan } from './site-plan.ts';

type Rounded = { planned: PlannedVehicle; vehicle: PlanVehicle; wattsPerA: number; amperes: number };

/**
 * The first slot as stations can offer it: zero, or at least the minimum current, in their own steps. Every current is cut down
 * first, which is always safe; what that leaves free goes to those with the least time to spare, a step at a time, until the site
 * draws what was planned.
 */
export function sendAsPilots(plan: SitePlan, problem: PlanProblem, network: SiteNetwork): SitePlan {
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const loads = new LineLoads(rowsAt(network.rows, problem, plan.slots[0] ?? { from: problem.now, to: problem.now }));
  for (const { nodeId, limitW } of problem.given) loads.add(network.evenSharesOf(nodeId), valueAt(limitW, problem.now));
  let spareW = 0;
  const rounded = plan.vehicles.flatMap((planned): Rounded[] => {
    const vehicle = vehicles.get(planned.id);
    if (vehicle === undefined) return [];
    const wanted = planned.currentsA[0] ?? 0;
    const amperes = wanted < 0 ? wanted : pilotAtMost(vehicle, wanted);
    const wattsPerA = network.wattsPerAmpere(planned);
    loads.add(network.sharesOf(planned), Math.max(amperes, 0));
    spareW += (wanted - amperes) * wattsPerA;
    return [{ planned, vehicle, wattsPerA, amperes }];
  });
  const isReserved = reserve(
    loads,
    rounded.map(({ planned, vehicle, amperes }) => ({
      shares: network.sharesOf(planned),
      units: (vehicle.reservedA ?? 0) - Math.max(amperes, 0),
    })),
  );
  const inNeed = rounded
    .filter(({ planned, vehicle }) => vehicle.energyWh > 0 && planned.currentsA.some((amperes) => amperes > 0))
    .toSorted((a, b) => laxityHours(a.vehicle, problem, network) - laxityHours(b.vehicle, problem, network));
  const raise = (each: Rounded): boolean => {
    const { vehicle, planned, amperes, wattsPerA } = each;
    const next = amperes < 0 ? null : pilotAbove(vehicle, amperes);
    if (next === null || (next - amperes) * wattsPerA > spareW + 1e-6) return false;
    const shares = network.sharesOf(planned);
    const more = Math.max(0, next - Math.max(amperes, isReserved ? (vehicle.reservedA ?? 0) : 0));
    if (more > 0 && loads.roomFor(shares, more).units < more - 1e-9) return false;
    loads.add(shares, more);
    spareW -= (next - amperes) * wattsPerA;
    each.amperes = next;
    return true;
  };
  // Cars that charge anyway come first, before all those whose current was cut. A car that begins has to be held at its minimum from then
  // on, or paused, so one begins only when nobody else can use what is left.
  for (const each of inNeed) if (isOn(each) && (each.planned.currentsA[0] ?? 0) > each.amperes + 1e-6) raise(each);
  for (let hasChanged = true; hasChanged; )
    hasChanged = inNeed.filter(({ amperes }) => amperes > 0).some((each) => raise(each));
  for (const each of inNeed) if (each.amperes === 0) raise(each);
  return { ...plan, vehicles: rounded.map(({ planned, amperes }) => withFirst(planned, amperes)) };
}

function isOn({ vehicle, amperes }: Rounded): boolean {
  return vehicle.currentA > 0 || amperes > 0;
}

function withFirst(planned: PlannedVehicle, amperes: number): PlannedVehicle {
  return { ...planned, currentsA: [amperes, ...planned.currentsA.slice(1)] };
}
