/** The kill switch. */
export const killSwitchEn = {
  killSwitch: {
    isOff: 'Commands go out to stations; the kill switch is off.',
    isOn: (by: string, since: string) => `The kill switch was switched on by ${by}, ${since}.`,
    because: (why: string) => ` Why: ${why}`,
  },
};

export const helpKillSwitchEn = {
  killSwitch: 'the kill switch: while it is on, no command leaves for any station',
  killSwitchOn: 'block all commands to stations, whoever asks',
  killSwitchOff: 'let commands leave again; takes an administrator',
  killSwitchStatus: 'whether the kill switch is on, by whom, since when and why',
  killSwitchWhy: 'why; shown to everybody while the kill switch is on',
};
