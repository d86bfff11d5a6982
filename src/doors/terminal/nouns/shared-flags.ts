import { exportFormats } from '#contract/word-lists.ts';
import type { Flags, Help } from '../command-kit.ts';

export const limit = (help: Help): Flags => ({ '--limit <number>': help.limit });

/** Why a station is asked, and how long to wait for what follows. */
export const asked = (help: Help): Flags => ({ '--why <text>': help.why, '--wait <seconds>': help.wait });

export const places = (help: Help): Flags => ({
  '--site <site>': { about: help.placeSite, repeats: 'list' },
  '--station <id>': { about: help.placeStation, repeats: 'list' },
  '--everywhere': help.placeEverywhere,
});

export const atATime = (help: Help): Flags => ({
  '--one-at-a-time': help.oneAtATime,
  '--no-one-at-a-time': help.severalAtATime,
});

export const validity = (help: Help): Flags => ({
  '--from <time>': help.validFrom,
  '--until <time>': help.validUntil,
});

export const devicePlace = (help: Help): Flags => ({
  '--station <id>': help.deviceStation,
  '--connector <number>': help.connector,
  '--note <text>': help.placeNote,
});

export const sessionFile = (help: Help): Flags => ({
  '--format <format>': { about: help.sessionFormat, choices: exportFormats },
  '--json': help.sessionJson,
  '--out <file>': help.sessionOut,
});
