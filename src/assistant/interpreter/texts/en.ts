const at = (connector: number | undefined) => (connector === undefined ? '' : `, connector ${connector}`);

export const en = {
  help: [
    'I am a built-in interpreter, not a language model: I understand common requests in English and Portuguese, and nothing else. With LLM_PROVIDER set, a model answers instead.',
    '',
    '| You can ask | for example |',
    '| --- | --- |',
    '| what to do first | what needs my attention? |',
    '| stations | which chargers are offline or faulted? · how is CP-7? · settings of CP-7 · last 5 messages of CP-7 |',
    '| why | what happened to CP-7 yesterday? |',
    '| sessions | who is charging now? · details of session 1042 |',
    '| reports | how much energy did we sell in March? · uptime of CP-7 last month |',
    '| cards and drivers | why was card 04AABBCC refused? · find driver Ana |',
    '| reservations, tariffs, proposals | reservations at CP-4 · tariffs · what waits for approval? |',
    '| changes | stop the session on CP-7 · restart CP-3 when it is free · limit CP-7 to 11 kW · block card tok_9f3a |',
    '| smart charging | CP-1 must be at 80 % by 7am · why is CP-2 charging slowly? · charging plan of site Depot · limit site Depot to 40 A until 18:00 |',
    '| rules | every night restart stations that lost contact twice |',
    '| devices | list the devices · turn on the lobby light · set the volume of the totem to 40 |',
    '| vehicles and books | electric cars up to 150k, not red · books about python |',
    '| what was shown | the first one · details · more · and CP-9? · restart that one |',
    '| names | call CP-7 "the lobby charger" |',
    '',
    'I read every change back before I propose it, and a person approves it.',
  ].join('\n'),
  outOfScope:
    'I did not understand that. I am a built-in interpreter, not a language model, and know only common requests about charging, vehicles and books. Say "help" to see them; with LLM_PROVIDER set, a model answers instead.',
  negated: 'Understood: nothing is done.',
  nothingToConfirm: 'Nothing waits for a yes or no here. Say what you want done.',
  dropped: 'All right, nothing was done.',
  /** Words of the request that played no part in the answer. */
  notUsed: (words: string) => `I did not use: ${words}.`,
  readAs: (said: string, meant: string) => `I read *${said}* as *${meant}*.`,
  unusedChange: (words: string) =>
    `I did not understand ${words}, and I change nothing while a word is open. Say it without, or in other words.`,
  nobody: (name: string) => `I know no station, site or driver called ${name}.`,
  whichOfThem: (name: string, ids: string) => `Several are called ${name}: ${ids}. Which one?`,
  noCards: (name: string) => `${name} has no card.`,
  severalCards: (name: string) => `${name} has several cards. Which one?`,
  noReservation: 'There is no open reservation like that.',
  noBook: (title: string) => `I did not find a book called ${title}.`,
  whichTitle: (titles: string) => `Several books fit: ${titles}. Which one?`,
  noVehicle: (model: string) => `There is no ${model} on sale.`,
  whichVehicle: (model: string) => `There are several of ${model}. Which one?`,
  whichReservation: 'Several reservations are open there. Which number?',
  whichTariff: 'There are several tariffs. Name the one you mean in quotes:',
  noDevice: (name: string) =>
    `No device can do that${name === '' ? '' : ` (${name})`}. Ask "list the devices" to see which there are.`,
  whichDevice: (names: string) => `Several devices could do that: ${names}. Which one?`,
  modelAway: 'The model does not answer now, so this is what the built-in interpreter can do:',
  nothingBefore: 'I do not know which one you mean. Ask for a list first, or say its name.',
  noMore: 'There is no more of it.',
  taught: (alias: string, meaning: string) => `All right: in this conversation *${alias}* means **${meaning}**.`,
  askBack: {
    when: 'From when on? Say a time, such as 18:00.',
    session: 'Which session? Say its id, such as session 1042.',
    site: 'Which site? Say its name.',
    id: 'Which one? Say its id, as the list shows it.',
    url: 'From which address? Say the URL of the file.',
    text: 'With which text? Say it in quotes.',
    device: 'Which device? Say its name in quotes.',
    vehicle: 'Which vehicle? Search first, then say "the first one", or name it by its id.',
    book: 'Which book? Say its id, such as tec-001.',
    reservation: 'Which reservation? Say its station or its number.',
    tariff: 'Which tariff? Say its id in quotes.',
    station: 'Which station do you mean? Say its name, such as CP-7.',
    what: 'What should I do? For example: its status, why it failed, restart it, stop its session.',
    token: 'For which card? Say its id (tok_…) or what is printed on it.',
    value: 'To how much? Say it in kW or A, such as 11 kW.',
    which:
      'That could mean several things, and I do one at a time. Say exactly one: stop the session, restart, unlock the connector, in or out of service, limit the power, block or unblock a card; and for one station.',
  },
  notConnected: (tool: string) =>
    `No connected server offers ${tool}, so I cannot do that now. /servers shows which are connected.`,
  failed: (why: string) => `That did not work${why === '' ? '.' : `: ${why}`}`,
  notAllowed: 'You did not allow the call, so nothing was done.',
  unreadable: (sentence: string) =>
    `${sentence} (The answer was too long to be shown, or came without data. Ask more narrowly.)`.trim(),
  noStation: (name: string) => `No station is called ${name}. Ask "list the stations" to see their names.`,
  whichStation: (names: string) => `Several stations fit: ${names}. Which one?`,
  noSite: (name: string, names: string) => `No site is called ${name}. There are: ${names}.`,
  noToken: (name: string) => `No card fits ${name}. Name it by its id (tok_…), as refusals and sessions show it.`,
  whichToken: 'Several cards end like that. Name the one you mean by its id:',
  whichConnector: (names: string) => `Which connector: ${names}?`,
  whichSession: 'Several sessions are running there. Which connector?',
  noSession: (station: string) => `No session is running at ${station}, so there is nothing to stop.`,
  readBack: (what: string) =>
    `I understood: **${what}**\n\nSay **yes** and I propose it; a person approves before anything happens. **No** drops it.`,
  changes: {
    start: (station: string, evse: number | undefined, token: string) =>
      `start a session at ${station}${at(evse)} for card ${token}.`,
    stop: (session: string, station: string, evse: string, since: string) =>
      `end the session that is running at ${station}${evse === '' ? '' : `, EVSE ${evse}`}${since === '' ? '' : `, since ${since}`} (${session}).`,
    reset: (station: string, when: 'idle' | 'now') =>
      when === 'now'
        ? `restart ${station} at once, ending sessions that run there.`
        : `restart ${station} as soon as nobody is charging there.`,
    unlock: (station: string, connector: number) => `unlock connector ${connector} of ${station}.`,
    availability: (station: string, connector: number | undefined, isAvailable: boolean) =>
      `put ${station}${at(connector)} ${isAvailable ? 'back into' : 'out of'} service.`,
    limit: (station: string, connector: number | undefined, amount: string, minutes?: number) =>
      `limit ${station}${at(connector)} to ${amount} ${minutes === undefined ? 'until it is cleared' : `for ${minutes} minutes`}.`,
    clearLimit: (station: string, connector: number | undefined) =>
      `take our power limits away from ${station}${at(connector)}.`,
    reserve: (station: string, connector: number | undefined, token: string, minutes: number, when?: string) =>
      `reserve ${station}${at(connector)} for card ${token}, for ${minutes} minutes from ${when ?? 'now'}.`,
    block: (token: string, isBlocked: boolean) =>
      isBlocked ? `block card ${token} at every station.` : `accept card ${token} again.`,
    priority: (place: string, priority: number) =>
      `the car at ${place} gets priority ${priority}; the site is planned anew for it.`,
    atLeast: (amount: string) => `at least ${amount}`,
    need: (place: string, amount: string, by: string | undefined) =>
      `the car at ${place} gets ${amount}${by === undefined ? '' : ` by ${by} (the site's clock)`}; the site is planned anew for it.`,
    siteLimit: (site: string, amount: string, until: string | undefined, from?: string) =>
      `limit the site ${site} to ${amount} ${from === undefined ? '' : `from ${from} `}${until === undefined ? 'until it is taken away' : `until ${until} (the site's clock)`}.`,
    clearSiteLimit: (site: string) => `take the limit away that was set for the site ${site} for a while.`,
    buy: (title: string, price: string) => `buy one copy of ${title} for ${price}, to be picked up.`,
  },
  proposed: (effect: string, id: string, until: string) =>
    `Proposed, and nothing has happened yet: ${effect}\n\nA person approves proposal \`${id}\` in the console or with \`sigec proposal approve ${id}\`${until === '' ? '' : `, until ${until}`}. Then say **apply**.`,
  done: (what: string) => `Done. ${what}`,
  notDone: (why: string) => `It was not done. ${why}`,
  noneApproved: 'No proposal is approved, so there is nothing to apply.',
  whichProposal: 'Several proposals are approved. Say "apply" with the id of one:',
  words: {
    ...{
      safety: 'danger to people',
      'relay-failing': 'the contactor wears out',
      overheating: 'it becomes too hot',
      'lock-failing': 'the lock fails',
      'meter-failing': 'the meter fails',
      'starts-failing': 'sessions fail to start',
      restarting: 'it restarts by itself',
      'memory-leak': 'its memory fills up',
    },
    ...{
      'link-unstable': 'the connection breaks',
      'clock-drifting': 'the clock drifts',
      'power-low': 'too little power',
      'answers-slow': 'slow answers',
      'fault-recurring': 'a fault that returns',
      'firmware-regression': 'worse since a firmware',
      'model-prone': 'a model in trouble',
    },
    ...{
      charging: 'charging',
      'suspended-by-vehicle': 'the vehicle draws nothing',
      'suspended-by-station': 'held back by the station',
      'closed-by-station': 'closed by the station',
      'no-answer': 'it no longer answered',
      'server-stopped': 'the server was stopped',
    },
    ...{ online: 'online', offline: 'offline', pending: 'waiting to be accepted', running: 'running', ended: 'ended' },
    ...{
      available: 'available',
      occupied: 'occupied',
      reserved: 'reserved',
      faulted: 'faulted',
      unavailable: 'unavailable',
    },
    ...{
      true: 'yes',
      false: 'no',
      total: 'total',
      brands: 'Brands',
      models: 'Models',
      colours: 'Colours',
      fuels: 'Fuels',
    },
    ...{ prices: 'Prices', years: 'Years', to: 'to' },
  },
  heads: {
    ...{
      station: 'Station',
      connection: 'Connection',
      connectors: 'Connectors',
      since: 'Since',
      connector: 'Connector',
    },
    ...{
      status: 'Status',
      reason: 'Reason',
      session: 'Session',
      start: 'Start',
      end: 'End',
      energy: 'Energy',
      cost: 'Cost',
    },
    ...{ time: 'Time', event: 'Event', causedBy: 'Because of', token: 'Card', driver: 'Driver', blocked: 'Blocked' },
    ...{ tokens: 'Cards', tariff: 'Tariff', price: 'Price', proposal: 'Proposal', effect: 'Effect', until: 'Until' },
    ...{ field: 'What', value: 'Value', restarts: 'Would restart', brand: 'Brand', model: 'Model', year: 'Year' },
    ...{ fuel: 'Fuel', colour: 'Colour', km: 'km', number: '#', title: 'Title', author: 'Author', stock: 'In stock' },
    ...{ category: 'Category', books: 'Books', uptime: 'Uptime' },
  },
  /** Names of fields that tools answer with. */
  fields: {} as Readonly<Record<string, string>>,
  counted: (count: number, total: number, what: 'stations' | 'sessions' | 'drivers' | 'vehicles' | 'books') => {
    const noun = total === 1 ? what.slice(0, -1) : what;
    return total > count ? `${count} of ${total} ${noun}:` : `${count} ${noun}:`;
  },
  none: 'Nothing fits.',
  more: 'There are more; ask more narrowly to see them.',
  whole: 'the whole network',
  period: (from: string, to: string) => `from ${from} to ${to}`,
  report: (measure: 'energy' | 'revenue' | 'sessions' | 'uptime', value: string, where: string) =>
    `${{ energy: 'Energy sold', revenue: 'Revenue', sessions: 'Sessions', uptime: 'Uptime' }[measure]} (${where}): **${value}**`,
  diagnosis: {
    why: 'Why',
    faulted: (connector: string, since: string, reason: string) =>
      `Connector ${connector} has been faulted since ${since}${reason === '' ? '; the station tells no reason.' : `: **${reason}**.`}`,
    offline: (since: string, reason: string) =>
      `It has been offline since ${since}${reason === '' ? '' : `: ${reason}`}.`,
    last: (reason: string, from: string, to: string) =>
      `Nothing is wrong at this moment. Last time it was **${reason}**, from ${from}${to === '' ? '' : ` until ${to}`}.`,
    state: 'How it is now',
    outages: (count: number) => `Outages in that time: ${count}`,
    chain: 'What happened, newest last',
    odd: (count: number) => `Sessions with something odd: ${count}.`,
    refused: (count: number) => `Cards refused: ${count}.`,
    next: 'Every line is a fact of the ledger, by its event id. I draw no conclusions: I am no language model.',
  },
  rule: (times: number, each: 'night' | 'hour' | 'day') =>
    `Draft of a rule: every ${each}, restart (as soon as it is free) each station that lost contact ${times === 1 ? 'at least once' : `${times} times or more`} in that ${each}.`,
  ruleHistory: (days: number, restarts: number) =>
    `On the last ${days} days it would have restarted ${restarts} times:`,
  tooMany: (count: number, most: number) =>
    `That would be ${count} at once, and I read back ${most} at most. Say a site, a state or names.`,
  ruleTried: (runs: number, stations: number) =>
    `On what happened lately it would have acted ${runs === 1 ? 'once' : `${runs} times`}, at ${stations === 1 ? 'one station' : `${stations} stations`}.`,
  ruleNote:
    'Nothing was set up: this is a draft, tried out on what happened. Say "set up a rule: …" with the same words to propose it.',
  health: {
    nothing: 'Nothing points to a failure: no station stands out.',
    nothingOf: (station: string) => `Nothing points to a failure of **${station}**.`,
    risk: (percent: number, hours: number) => `${percent} % risk of failing within ${hours} hours.`,
    rising: (station: string, { percent, hours, kind }: { percent: number; hours: number; kind: string }) =>
      `**${station}** stands out, but not enough for an alarm: ${kind}, ${percent} % risk within ${hours} hours.`,
    evidence: (events: string) => `Events: ${events}.`,
  },
  energy: {
    counts: (amount: string, by: string, source: string) =>
      `What counts: ${amount} by ${by}${source === '' ? '' : `, ${source}`}.`,
    measured: (power: string) => `It draws ${power} now.`,
    assumed: (what: string) => `Nobody said or measured: ${what}.`,
    sources: {
      ...{ driver: 'said by the driver', operator: 'said by an operator', agent: 'said by an agent' },
      ...{ vehicle: 'said by the car', predicted: 'foreseen' },
    } as Readonly<Record<string, string>>,
    assumptions: {
      ...{ 'battery-size': 'the size of the battery', 'arrival-level': 'how full it was', departure: 'the departure' },
      ...{ energy: 'the energy', phases: 'the phases', 'max-current': 'its highest current' },
    } as Readonly<Record<string, string>>,
    deliveries: {
      ...{ ignored: 'Its station ignores the plan.', capped: 'Its station gives less than planned.' },
      ...{ refused: 'Its station refused the plan.', offline: 'Its station is offline and keeps its safe limit.' },
      'not-sent': 'The plan is only shown; its station was not told.',
    } as Readonly<Record<string, string>>,
    planOf: (site: string) => `Charging plan of **${site}**:`,
    planIf: (site: string, amount: string) =>
      `What the plan of **${site}** would be with ${amount}; nothing has changed:`,
    noCars: 'No car is charging there.',
    ...{ now: 'Now', ready: 'Ready', leaves: 'Leaves' },
    cost: (planned: string, without: string) => `It costs ${planned}, instead of ${without} without a plan.`,
    whichSite: (names: string) => `Which site? There are: ${names}.`,
    noCar: (name: string) => `No car is charging${name === '' ? '' : ` at ${name}`}, so nothing can be planned for it.`,
    whichCar: 'Several cars are charging. Which station?',
  },
  vehicleHint: 'Say a brand, a price or a fuel to see vehicles, such as "Honda up to 80k".',
  bookHint: 'Say "buy 1" to buy the first one.',
  whichBook: 'Which book? Search first, then say its number, such as "buy 1".',
  whichPayment: 'With which means of payment? Say "buy 1 with TOKEN"; trials use success_token.',
};

/** What the interpreter says, in any language. */
export type Texts = Omit<typeof en, 'words'> & { words: Readonly<Record<string, string>> };
