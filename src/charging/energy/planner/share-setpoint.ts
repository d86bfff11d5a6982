/** A car that follows a set-point: charging is above zero, feeding back below. */
export type SetpointCar = {
  id: string;
  maxChargeW: number;
  maxDischargeW: number;
  storedWh: number;
  capacityWh: number;
  /** Never discharged below it: the driver's minimum and what the departure still needs. */
  reserveWh: number;
};

/** A car at the edge of its range has no room in the seconds that a set-point holds. */
const edgeSeconds = 60;

/** What each car shall do so that all together do what the grid asks: everybody by the same share of what it can. */
export function shareSetpoint(cars: readonly SetpointCar[], targetW: number): Map<string, number> {
  const rooms = cars.map((car) => ({ id: car.id, roomW: targetW >= 0 ? chargeRoomW(car) : dischargeRoomW(car) }));
  const allW = rooms.reduce((sum, { roomW }) => sum + roomW, 0);
  const share = allW === 0 ? 0 : Math.max(-1, Math.min(1, targetW / allW));
  return new Map(rooms.map(({ id, roomW }) => [id, share * roomW]));
}

function chargeRoomW({ maxChargeW, storedWh, capacityWh }: SetpointCar): number {
  return Math.max(0, Math.min(maxChargeW, ((capacityWh - storedWh) * 3600) / edgeSeconds));
}

function dischargeRoomW({ maxDischargeW, storedWh, reserveWh }: SetpointCar): number {
  return Math.max(0, Math.min(maxDischargeW, ((storedWh - reserveWh) * 3600) / edgeSeconds));
}

const gain = 0.35;
const maxCorrectionShare = 0.25;

/** Follows a set-point with what the meters say: losses, cars that ignore us and rounding are asked for on top. */
export class SetpointTracker {
  private correction = 0;

  /** `measuredW` is what all cars really did under the set-point before; null: not known. */
  next(
    cars: readonly SetpointCar[],
    targetW: number,
    last: { targetW: number; measuredW: number } | null,
  ): Map<string, number> {
    if (last !== null && Math.abs(last.targetW) > 1) {
      const missing = (last.targetW - last.measuredW) / last.targetW;
      const moved = this.correction + gain * missing;
      this.correction = Math.max(-maxCorrectionShare, Math.min(maxCorrectionShare, moved));
    }
    return shareSetpoint(cars, targetW * (1 + this.correction));
  }
}
