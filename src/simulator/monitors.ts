import type { EventDataType, MonitorEnumType } from 'typed-ocpp/dist/ocpp21/types.js';
import type { SimulatedPlace } from './device-model.ts';

export type SimulatedMonitor = {
  readonly id: number;
  readonly place: SimulatedPlace;
  readonly type: MonitorEnumType;
  readonly value: number;
  readonly severity: number;
  readonly transaction: boolean;
  /** The event that told of trouble, until it is over. */
  raisedBy: number | null;
  lastTold: number | null;
};

/** What follows when a watched variable has a new value: an event to tell, or a sample for a stream. */
export type Observation =
  | {
      kind: 'event';
      monitor: SimulatedMonitor;
      event: Pick<EventDataType, 'eventId' | 'trigger' | 'actualValue' | 'cleared' | 'cause'>;
    }
  | { kind: 'sample'; monitor: SimulatedMonitor; value: string };

/** What a station watches. Its monitors are custom ones: it has none of its own. */
export class SimulatedMonitors {
  readonly all = new Map<number, SimulatedMonitor>();
  /** Events of a greater severity are not told. */
  level = 9;
  private lastId = 0;
  private lastEventId = 0;

  /** An id that is given replaces the monitor that bears it. */
  put(monitor: Omit<SimulatedMonitor, 'id' | 'raisedBy' | 'lastTold'>, id?: number): SimulatedMonitor {
    this.lastId = Math.max(this.lastId + 1, id ?? 0);
    const set = { ...monitor, id: id ?? this.lastId, raisedBy: null, lastTold: null };
    this.all.set(set.id, set);
    return set;
  }

  clear(id: number): boolean {
    return this.all.delete(id);
  }

  observe(place: SimulatedPlace, value: string): Observation[] {
    const watching = [...this.all.values()].filter((monitor) => isSamePlace(monitor.place, place));
    return watching
      .flatMap((monitor) => this.judge(monitor, value))
      .filter(({ monitor }) => monitor.severity <= this.level);
  }

  private judge(monitor: SimulatedMonitor, text: string): Observation[] {
    const value = Number(text);
    switch (monitor.type) {
      case 'UpperThreshold':
        return this.judgeThreshold(monitor, value > monitor.value, text);
      case 'LowerThreshold':
        return this.judgeThreshold(monitor, value < monitor.value, text);
      case 'Periodic':
      case 'PeriodicClockAligned':
        return [{ kind: 'sample', monitor, value: text }];
      default: {
        const isFirst = monitor.lastTold === null;
        if (!isFirst && Math.abs(value - (monitor.lastTold ?? 0)) < monitor.value) return [];
        monitor.lastTold = value;
        return isFirst ? [] : [this.event(monitor, { trigger: 'Delta', actualValue: text })];
      }
    }
  }

  private judgeThreshold(monitor: SimulatedMonitor, isWrong: boolean, actualValue: string): Observation[] {
    if (isWrong === (monitor.raisedBy !== null)) return [];
    if (isWrong) {
      const raised = this.event(monitor, { trigger: 'Alerting', actualValue });
      monitor.raisedBy = this.lastEventId;
      return [raised];
    }
    const cause = monitor.raisedBy ?? 0;
    monitor.raisedBy = null;
    return [this.event(monitor, { trigger: 'Alerting', actualValue, cleared: true, cause })];
  }

  /** Also for a periodic monitor without a stream, whose values are told one by one. */
  event(
    monitor: SimulatedMonitor,
    told: Pick<EventDataType, 'trigger' | 'actualValue' | 'cleared' | 'cause'>,
  ): Extract<Observation, { kind: 'event' }> {
    this.lastEventId += 1;
    return { kind: 'event', monitor, event: { eventId: this.lastEventId, ...told } };
  }
}

function isSamePlace(a: SimulatedPlace, b: SimulatedPlace): boolean {
  const fields = ['component', 'evseId', 'connectorId', 'variable', 'instance'] as const;
  return fields.every((field) => a[field] === b[field]);
}
