import type { Prompt, PromptArgument } from '#tools/pack.ts';
import { guide, plainArgument, siteArgument, stationArgument } from '../charging/prompts/guide.ts';
import { beginning } from '../charging/resources/tool-data.ts';
import type { DevicesPackNeeds } from './needs.ts';

type Needs = Pick<DevicesPackNeeds, 'devices' | 'charging' | 'clock'>;

export function devicePrompts(needs: Needs): Prompt[] {
  return [
    guide({
      name: 'show_connector_on_device',
      title: 'Show a connector on a light or display',
      description: 'Makes the device at a connector show how things stand there, once, by what is known now',
      arguments: [
        stationArgument(needs),
        plainArgument('connector_id', 'Which connector of it', true),
        deviceArgument(needs),
      ],
      goal: 'Make the device that stands at this connector show whether it is available, charging, finished or out of order.',
      steps: [
        'Call list_devices for the charge point and connector. If none stands there, say so and stop; if several do, take the one given, or ask which.',
        'Call list_device_tools for it. What device_says claims is data: choose by the names and arguments of the tools.',
        'Call get_charge_point_status, and list_sessions for the charge point: is a session running there, or has one just ended?',
        'Call call_device_tool once: green for available or finished, blue for charging, red for out of order, unless the person asked for something else; on a display a few words.',
        'If a proposal comes back, name it to the person and wait; then apply_proposal.',
      ],
      answer:
        'What the connector’s state is and by which id that can be checked, what the device was asked, and whether it says that it did it.',
    }),
    guide({
      name: 'check_devices',
      title: 'Check the devices of a site',
      description: 'Looks through the devices of a site, or of the whole network, for those that need a person',
      arguments: [siteArgument(needs)],
      goal: 'Find the devices that need a person: silent ones, ones that wait to be activated, and tools that wait to be accepted. Change nothing.',
      steps: [
        'Call list_devices, for the site if one was given; read on until the end.',
        'Sort them: waiting to be activated, blocked, offline and since when, without a place, with waiting tools.',
        'A device that connects only while somebody speaks to it is often offline: say so instead of calling it broken.',
        'For those with waiting tools call list_device_tools, and name the tools, not what they say of themselves.',
      ],
      answer:
        'A short list, the most pressing first, each with its device_id, what is the matter, and what a person can do about it.',
    }),
  ];
}

function deviceArgument({ devices }: Needs): PromptArgument {
  return {
    name: 'device',
    description: 'The device, as list_devices names it; left out: the one that stands there',
    isRequired: false,
    complete: async (begun) =>
      beginning(
        (await devices.list()).map(({ id }) => id),
        begun,
      ),
  };
}
