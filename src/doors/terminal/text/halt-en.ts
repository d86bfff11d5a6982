/** The kill switch. */
export const haltEn = {
  halt: {
    isOff: 'Commands go out to stations; nothing is halted.',
    isOn: (by: string, since: string) => `Commands to stations are halted by ${by}, ${since}.`,
    because: (why: string) => ` Why: ${why}`,
    wasSwitchedOn: 'commands to stations were halted',
    wasSwitchedOff: 'commands to stations go on',
  },
};

export const helpHaltEn = {
  halt: 'the kill switch: while it is on, no command leaves for any station',
  haltOn: 'halt all commands to stations, whoever asks',
  haltOff: 'let commands leave again; takes an administrator',
  haltStatus: 'whether commands are halted, by whom, since when and why',
  haltWhy: 'why; shown to everybody while commands are halted',
};
