/** The parts of the settings, in the order they are shown; the first is there without a word in the address. */
export const settingsTabs = ['people', 'keys', 'agents', 'model', 'packs', 'quirks', 'system', 'about'] as const;
