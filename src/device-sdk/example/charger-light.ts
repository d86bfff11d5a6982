import { boolean, createDevice, type Device, type DeviceOptions, integer } from '../sdk.ts';
import { type Colour, statusColour } from './status-colour.ts';
import { type Watched, watchConnector } from './watch-connector.ts';

export type ChargerLight = { device: Device; run(signal: AbortSignal): Promise<void> };

type Lamp = {
  device: Omit<DeviceOptions, 'board' | 'version'>;
  watched: Watched;
  /** Where the colour goes: pins, a strip, a line in a terminal. */
  show(colour: Colour): void;
};

/** A lamp over a connector that shows how the connector is, unless somebody gives it another colour. */
export function chargerLight({ device: options, watched, show }: Lamp): ChargerLight {
  let status: string | undefined;
  let wanted: Colour | undefined;
  const refresh = () => show(wanted ?? statusColour(status));
  const channel = integer(0, 255);
  const device = createDevice({ ...options, board: 'charger-light', version: '1.0.0' });

  device.addTool('self.light.set_rgb', 'Sets the RGB colour', { r: channel, g: channel, b: channel }, (colour) => {
    wanted = colour;
    refresh();
    return true;
  });
  device.addTool(
    'self.light.follow_station',
    'Shows the status of the connector again, or keeps the colour it has now',
    { follow: boolean(true) },
    ({ follow }) => {
      wanted = follow ? undefined : (wanted ?? statusColour(status));
      refresh();
      return true;
    },
  );
  device.addTool('self.light.get_state', 'Tells the colour and what it stands for', {}, () => ({
    ...(wanted ?? statusColour(status)),
    followsStation: wanted === undefined,
    connectorStatus: status ?? 'unknown',
  }));

  return {
    device,
    async run(signal) {
      refresh();
      device.start();
      try {
        await watchConnector(
          watched,
          (now) => {
            if (now !== status) device.notify('notifications/state_changed', { oldState: status, newState: now });
            status = now;
            refresh();
          },
          signal,
        );
      } finally {
        await device.stop();
      }
    },
  };
}
