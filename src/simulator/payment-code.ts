import { createHmac } from 'node:crypto';
import type { SimulatedVariable } from './device-model.ts';

const base62 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

type Setting = 'Enabled' | 'URLTemplate' | 'TOTPVersion' | 'ValidityTime' | 'SharedSecret' | 'Length';

/** The display of one EVSE with its QR code for payments, which changes all the time (OCPP 2.1 C25). */
export class PaymentCode {
  readonly evseId: number;
  private readonly settings: Record<Setting, string> = {
    Enabled: 'false',
    URLTemplate: '',
    TOTPVersion: 'v1',
    ValidityTime: '60',
    SharedSecret: '',
    Length: '8',
  };

  constructor(evseId: number) {
    this.evseId = evseId;
  }

  /** What a phone reads off the display; null: nothing is shown. */
  address(stationId: string, at: Date): string | null {
    const { Enabled, URLTemplate, TOTPVersion, SharedSecret } = this.settings;
    if (Enabled !== 'true' || URLTemplate === '' || SharedSecret === '') return null;
    const words: Record<string, string> = {
      chargingstationid: encodeURIComponent(stationId),
      evse: String(this.evseId),
      totp: this.password(at),
      version: TOTPVersion,
    };
    return URLTemplate.replaceAll(/\{(\w+)\}/g, (whole, word: string) => words[word.toLowerCase()] ?? whole);
  }

  get variables(): SimulatedVariable[] {
    const { evseId, settings } = this;
    const held = (variable: Setting, more: Partial<SimulatedVariable> = {}): SimulatedVariable => ({
      place: { component: 'WebPaymentsCtrlr', evseId, variable },
      dataType: 'string',
      read: () => settings[variable],
      write(value) {
        settings[variable] = value;
      },
      ...more,
    });
    return [
      held('Enabled', { dataType: 'boolean' }),
      held('URLTemplate'),
      held('TOTPVersion', { dataType: 'OptionList', values: 'v1' }),
      held('ValidityTime', { dataType: 'integer', min: 6, max: 3600, unit: 's' }),
      held('Length', { dataType: 'integer', min: 6, max: 255 }),
      held('SharedSecret', {
        read: () => '', // nobody may read it
        write(value) {
          if (value.length < 16) return false;
          settings.SharedSecret = value;
          return true;
        },
      }),
    ];
  }

  private password(at: Date): string {
    const { ValidityTime, SharedSecret, Length } = this.settings;
    const interval = Buffer.alloc(8);
    interval.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / (Number(ValidityTime) * 1000))));
    const hash = [...createHmac('sha256', SharedSecret).update(interval).digest()];
    const offset = (hash.at(-1) ?? 0) % 16;
    let password = '';
    for (let index = 0; index < Number(Length); index += 1)
      password += base62[(hash[(offset + index) % hash.length] ?? 0) % base62.length];
    return password;
  }
}
