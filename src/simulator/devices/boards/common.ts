import type { SimulatedTool } from '../device-tool.ts';

export type CommonState = { volume: number; brightness: number; theme: string };

export function commonState(): CommonState {
  return { volume: 70, brightness: 75, theme: 'light' };
}

/** They stand first in every list, whatever the board adds. */
export function commonTools(state: CommonState, { hasScreen = false } = {}): SimulatedTool[] {
  return [
    {
      name: 'self.get_device_status',
      description:
        'Tells how the device is right now: volume of its speaker, screen, battery and network.\n' +
        'Use it to answer what is asked about the device itself (how loud is it, how bright is it, is it well connected?), ' +
        'and before anything is changed relative to what it is now, such as a bit louder or half as bright.',
      run: () => ({
        json: {
          audio_speaker: { volume: state.volume },
          ...(hasScreen && { screen: { brightness: state.brightness, theme: state.theme } }),
          network: { type: 'wifi', ssid: 'site', signal: 'strong' },
        },
      }),
    },
    {
      name: 'self.audio_speaker.set_volume',
      description:
        'Sets how loud the speaker is, from 0 (silent) to 100. Where the volume is not known, ask `self.get_device_status` ' +
        'first and call this afterwards.',
      properties: { volume: { type: 'integer', minimum: 0, maximum: 100 } },
      run({ volume }) {
        state.volume = Number(volume);
        return true;
      },
    },
    ...(hasScreen ? screenTools(state) : []),
  ];
}

function screenTools(state: CommonState): SimulatedTool[] {
  return [
    {
      name: 'self.screen.set_brightness',
      description: 'Sets how bright the screen is.',
      properties: { brightness: { type: 'integer', minimum: 0, maximum: 100 } },
      run({ brightness }) {
        state.brightness = Number(brightness);
        return true;
      },
    },
    {
      name: 'self.screen.set_theme',
      description: 'Sets the theme of the screen, light or dark.',
      properties: { theme: { type: 'string' } },
      run({ theme }) {
        if (theme !== 'light' && theme !== 'dark') return false;
        state.theme = theme;
        return true;
      },
    },
  ];
}

/** Hidden from the list and open to every caller: the firmware trusts whoever holds the connection. */
export function userTools(): SimulatedTool[] {
  return [
    {
      name: 'self.get_system_info',
      description: 'Tells chip, memory and firmware.',
      isForUsersOnly: true,
      run: (_values, { identity }) => ({
        json: { mac_address: identity.id, chip_model_name: 'esp32s3', version: identity.firmware },
      }),
    },
    {
      name: 'self.reboot',
      description: 'Starts the device again.',
      isForUsersOnly: true,
      run(_values, { restart }) {
        restart('asked to reboot');
        return true;
      },
    },
    {
      name: 'self.upgrade_firmware',
      description: 'Installs the firmware found at an address and starts again.',
      // The real one has a sentence about the address where its default value goes, so the address may be left out.
      properties: { url: { type: 'string', default: 'Where the firmware is' } },
      isForUsersOnly: true,
      run(_values, { restart }) {
        restart('new firmware');
        return true;
      },
    },
  ];
}
