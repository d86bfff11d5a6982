import { setTimeout as sleepFor } from 'node:timers/promises';
import { bringLog, logLines } from './bring-log.ts';
import type { StationControls } from './dialect.ts';

/** What can go wrong when a station is told to go wrong. */
export type UpkeepFault = 'download' | 'signature' | 'installation' | 'upload' | 'checksum';

/** How a version tells of a job: the message, and what it says besides the status. */
export type Teller = (status: string) => { action: string; request: object };

export function teller(action: string, requestId?: number): Teller {
  return (status) => ({ action, request: { status, ...(requestId !== undefined && { requestId }) } });
}

type JobKind = 'firmware' | 'log' | 'publication';
type Job = { isCanceled: boolean; status: string; tell: Teller };

/** Firmware, logs and customer data of a station: jobs that run while it goes on working. */
export class Upkeep {
  fault: UpkeepFault | null = null;
  /** Files that a local controller offers, by checksum. */
  readonly published = new Map<string, string>();
  readonly customers = new Map<string, string>();
  private readonly station: StationControls;
  private readonly jobs = new Map<JobKind, Job>();

  constructor(station: StationControls) {
    this.station = station;
  }

  /** Whether something of this kind is under way, which a new job ends. */
  isBusy(kind: JobKind): boolean {
    return this.jobs.has(kind);
  }

  /** L01, L02: fetches, checks, installs, and starts again with the new version. */
  async updateFirmware(update: { location: string; isSigned: boolean; tell: Teller }): Promise<void> {
    const { location, isSigned, tell } = update;
    const { fault } = this;
    const steps = ['Downloading', fault === 'download' ? 'DownloadFailed' : 'Downloaded'];
    if (isSigned) steps.push(fault === 'signature' ? 'InvalidSignature' : 'SignatureVerified');
    steps.push('Installing', fault === 'installation' ? 'InstallationFailed' : 'Installed');
    const end = await this.run('firmware', { steps, failures: firmwareFailures, tell });
    if (end === 'InvalidSignature') return this.tellSecurityEvent('InvalidFirmwareSignature', location);
    if (end !== 'Installed') return;
    await this.tellSecurityEvent('FirmwareUpdated', location);
    this.station.nameplate.firmwareVersion = versionIn(location);
    this.station.reboot('FirmwareUpdate');
    await this.suffer();
  }

  /** What a bad version does to the station once it runs. */
  private async suffer(): Promise<void> {
    const { station } = this;
    const { badFirmware, secondMs } = station.settings;
    const does = badFirmware.find(({ version }) => version === station.nameplate.firmwareVersion)?.does;
    if (does === 'never-returns') station.loseNetwork();
    if (does === undefined || does === 'never-returns') return;
    for (let times = 0; times < maxBootLoops; times += 1) {
      await sleepFor(bootLoopSeconds * secondMs, undefined, { ref: false });
      if (does === 'boot-loops') station.reboot('Watchdog');
      const first = station.connectors.all.find(({ evseId }) => evseId > 0);
      if (does === 'faults' && first !== undefined)
        station.changeConnector(first, { status: 'faulted', activity: null, fault: broken });
    }
  }

  async uploadLog({ location, failure, tell }: { location: string; failure: string; tell: Teller }): Promise<void> {
    const isBrought = this.fault !== 'upload' && (await bringLog(location, logLines(this.station.id, new Date())));
    const steps = ['Uploading', isBrought ? 'Uploaded' : failure];
    await this.run('log', { steps, failures: [], tell });
  }

  /** L03: a local controller fetches a file and offers it to the stations behind it. */
  async publish({ location, checksum, tell }: { location: string; checksum: string; tell: Teller }): Promise<void> {
    const isWrong = this.fault === 'checksum';
    const steps = ['Downloading', 'Downloaded', isWrong ? 'InvalidChecksum' : 'ChecksumVerified', 'Published'];
    const end = await this.run('publication', { steps, failures: ['InvalidChecksum'], tell });
    if (end === 'Published') this.published.set(checksum, location);
  }

  tellNow(kind: JobKind, tellIdle: Teller): void {
    const job = this.jobs.get(kind);
    const { action, request } = job === undefined ? tellIdle('Idle') : job.tell(job.status);
    void this.station.say(action, request);
  }

  async tellSecurityEvent(type: string, techInfo: string): Promise<void> {
    await this.station.say('SecurityEventNotification', {
      type,
      timestamp: new Date().toISOString(),
      techInfo: techInfo.slice(0, 255),
    });
  }

  /** One step after the other, each once the server has heard of the one before. Returns the last that was told. */
  private async run(
    kind: JobKind,
    { steps, failures, tell }: { steps: readonly string[]; failures: readonly string[]; tell: Teller },
  ): Promise<string | undefined> {
    const earlier = this.jobs.get(kind);
    if (earlier !== undefined) earlier.isCanceled = true;
    const job: Job = { isCanceled: false, status: steps[0] ?? '', tell };
    this.jobs.set(kind, job);
    for (const step of steps) {
      if (job.isCanceled) return undefined;
      job.status = step;
      const { action, request } = tell(step);
      await this.station.say(action, request);
      if (failures.includes(step)) break;
    }
    if (this.jobs.get(kind) === job) this.jobs.delete(kind);
    return job.status;
  }
}

const broken = { code: 'PowerMeterFailure', info: 'Broken by its firmware', vendorCode: 'E-017' } as const;
const maxBootLoops = 100;
const bootLoopSeconds = 10;

const firmwareFailures = ['DownloadFailed', 'InvalidSignature', 'InstallationFailed'];

/** A file such as praia-5.1.bin tells its version; otherwise its name is the version. */
function versionIn(location: string): string {
  const file = location.split('/').at(-1) ?? location;
  return (/\d+(\.\d+)+/.exec(file)?.[0] ?? file).slice(0, 50);
}
