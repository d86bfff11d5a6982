import { createHash } from 'node:crypto';
import type { Tool } from '@modelcontextprotocol/client';
import { SigecError } from '#base/errors.ts';
import { type Offer, type OfferedTool, offerOf } from './offered-tools.ts';
import type { PinStore } from './pins.ts';
import type { ChangedTool, ServerSettings } from './servers.ts';

const nothing: Offer = { tools: [], changed: [], hashes: {}, leftOut: 0 };

export class AcceptedTools {
  private readonly settings: ServerSettings;
  private readonly pins: PinStore;
  private readonly unlisted = new Map<string, OfferedTool>();
  private offer = nothing;

  constructor(settings: ServerSettings, pins: PinStore) {
    this.settings = settings;
    this.pins = pins;
  }

  get current(): Readonly<Offer> {
    return this.offer;
  }

  get changed(): ChangedTool[] {
    return this.offer.changed.map(({ tool, title, description, isNew }) => ({ tool, title, description, isNew }));
  }

  async judge(listed: readonly Tool[]): Promise<Offer> {
    if (this.settings.isOwn) return offerOf(this.settings, listed, undefined);
    const known = await this.pins.read(this.pinName);
    const offer = offerOf(this.settings, listed, known);
    // Whoever wrote it into the settings accepted what it says on that day.
    if (known === undefined) await this.pins.add(this.pinName, offer.hashes);
    return offer;
  }

  use(offer: Offer): void {
    this.offer = offer;
  }

  clear(): void {
    this.offer = nothing;
  }

  async accept(): Promise<void> {
    await this.pins.add(this.pinName, this.offer.hashes);
  }

  alsoOffer(tool: OfferedTool): void {
    this.unlisted.set(tool.tool, tool);
  }

  /** What a person allowed is what was shown then. */
  mustOffer({ tool, hash }: Pick<OfferedTool, 'tool' | 'hash'>): void {
    const all = [...this.offer.tools, ...this.unlisted.values()];
    if (all.some((one) => one.tool === tool && one.hash === hash)) return;
    const sentence = `${this.settings.name} no longer offers ${tool} as it was. Look at its tools again.`;
    throw new SigecError('CONFLICT', sentence);
  }

  /** Another address is another server, whatever it is called. A command may hold a secret, so it is kept as a hash. */
  private get pinName(): string {
    const { settings } = this;
    const address = settings.kind === 'stdio' ? JSON.stringify([settings.command, settings.args]) : settings.url;
    return `${settings.name} ${createHash('sha256').update(address).digest('hex').slice(0, 16)}`;
  }
}
