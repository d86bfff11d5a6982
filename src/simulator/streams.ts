import type {
  ConstantStreamDataType,
  NotifyPeriodicEventStream,
  PeriodicEventStreamParamsType,
} from 'typed-ocpp/dist/ocpp21/types.js';

type Stream = { data: ConstantStreamDataType; gathered: { at: number; value: string }[] };

/** Streams of OCPP 2.1: samples are gathered and sent together, and nobody answers. */
export class SimulatedStreams {
  private readonly open = new Map<number, Stream>();
  private lastId = 0;

  get all(): ConstantStreamDataType[] {
    return [...this.open.values()].map(({ data }) => data);
  }

  /** What the server is to be told before the stream flows; it is open once the server has accepted. */
  propose(variableMonitoringId: number, params: PeriodicEventStreamParamsType): ConstantStreamDataType {
    this.lastId += 1;
    return { id: this.lastId, variableMonitoringId, params };
  }

  begin(data: ConstantStreamDataType): void {
    this.open.set(data.id, { data, gathered: [] });
  }

  adjust(id: number, params: PeriodicEventStreamParamsType): boolean {
    const stream = this.open.get(id);
    if (stream === undefined) return false;
    stream.data = { ...stream.data, params: { ...stream.data.params, ...params } };
    return true;
  }

  /** The streams of a monitor end with it. */
  endOf(monitorId: number): number[] {
    const ended = this.all.filter(({ variableMonitoringId }) => variableMonitoringId === monitorId).map(({ id }) => id);
    for (const id of ended) this.open.delete(id);
    return ended;
  }

  /** Takes a sample; true when the monitor has a stream, and a message once enough were gathered. */
  gather(monitorId: number, value: string, at: number): { isStreamed: boolean; message?: NotifyPeriodicEventStream } {
    const stream = [...this.open.values()].find(({ data }) => data.variableMonitoringId === monitorId);
    if (stream === undefined) return { isStreamed: false };
    stream.gathered.push({ at, value });
    const [first] = stream.gathered;
    if (first === undefined || stream.gathered.length < (stream.data.params.values ?? 1)) return { isStreamed: true };
    const data = stream.gathered.map((sample) => ({ t: (sample.at - first.at) / 1000, v: sample.value }));
    stream.gathered = [];
    const basetime = new Date(first.at).toISOString();
    return { isStreamed: true, message: { id: stream.data.id, pending: 0, basetime, data } };
  }
}
