/** What is said about devices. */
export const devicesEn = {
  device: {
    columns: {
      device: 'Device',
      name: 'Name',
      state: 'State',
      place: 'Place',
      board: 'Board',
      firmware: 'Firmware',
      tools: 'Tools',
      lastSeen: 'Last seen',
    },
    toolColumns: {
      tool: 'Tool',
      arguments: 'Arguments',
      tier: 'Tier',
      trust: 'For agents',
      description: 'Says of itself',
    },
    fields: {
      kind: 'Kind',
      link: 'Connection',
      reason: 'Away because',
      serialNumber: 'Serial number',
      language: 'Language',
      firstSeen: 'First seen',
      activated: 'Activated',
      code: 'Shows a code',
    },
    kinds: { device: 'device', server: 'MCP server that dials in' },
    states: { waiting: 'waits to be activated', active: 'active', blocked: 'blocked' },
    online: 'online',
    offline: 'offline',
    proofAwaited: 'has to prove its secret',
    trust: { new: 'not judged yet', accepted: 'accepted', changed: 'changed since', refused: 'refused' },
    forUsers: '(for its user)',
    written: 'In the words of the device, for agents to read:',
    none: 'No device fits.',
    noTools: 'It has told us of no tools.',
    waiting: (count: number, command: string) =>
      count === 1
        ? `1 device shows a code; enter it: ${command} device activate <code>`
        : `${count} devices show a code; enter them: ${command} device activate <code>`,
    toJudge: (count: number) =>
      count === 1 ? '1 tool waits to be accepted or refused.' : `${count} tools wait to be accepted or refused.`,
    by: (who: string) => `by ${who}`,
    until: (time: string) => `until ${time}`,
    activated: (name: string) => `${name} is activated.`,
    approved: (name: string) => `${name} is activated as soon as it proves its secret.`,
    renamed: (id: string, name: string) => `${id} is called ${name}.`,
    switched: {
      block: (id: string) => `${id} is blocked.`,
      unblock: (id: string, isServer: boolean) =>
        isServer
          ? `${id} is not blocked any more. It needs a new address: sigec device renew-address ${id}`
          : `${id} is not blocked any more. Start it again: it has to ask for new settings.`,
      remove: (id: string) => `${id} is forgotten.`,
    },
    address: (id: string) => `${id} dials this address, shown this once; whoever has it is ${id}:`,
    judged: {
      accept: (tool: string, tier: string) => `${tool} is accepted as ${tier}.`,
      refuse: (tool: string, _tier: string) => `${tool} is refused.`,
    },
    nothingToJudge: 'There is nothing to judge.',
    notJudged: 'Nothing was accepted.',
    nameTools: 'Name the tools, or give --all for those that nobody has judged.',
    noSuchTool: (tool: string) => `It has no tool ${tool}; "device tools" shows those it has.`,
    needsYes: 'Nobody can be asked here. Look at them with "device tools", then add --yes.',
    ask: (count: number) => (count === 1 ? 'Accept this tool? [y/N] ' : `Accept these ${count} tools? [y/N] `),
    answers: {
      done: 'It is done.',
      failed: 'The device could not do it.',
      'no-answer': 'The device did not answer in time.',
      busy: 'The device has too much to do; nothing was sent.',
      offline: 'The device is offline; nothing was sent.',
    },
    noImage: 'It answered without an image, so no file was written.',
    saved: (file: string) => `The image is in ${file}.`,
    image: (type: string, bytes: number) => `An image (${type}, ${bytes} bytes); --save writes it to a file.`,
  },
};
