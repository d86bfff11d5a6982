/** What is said about the flight recorder and what is replayed from it. */
export const recorderEn = {
  messages: {
    none: 'Nothing was recorded in that time.',
    moreBefore: (limit: string) => `Only the last ${limit} are shown; --limit shows more.`,
    following: 'Waiting for messages; Ctrl+C ends it.',
  },
  replay: {
    notFound: (file: string) => `${file} cannot be read.`,
    notTrace: (file: string, line: string) =>
      `Line ${line} of ${file} is no recorded message; take a file that "sigec station messages ID --json" wrote.`,
    empty: 'There is nothing to replay.',
    notEmpty: (station: string, url: string) =>
      `${station} is known at ${url} already, and a replay would mix with what is recorded of it. Replay into an empty instance.`,
    notAccepted: (station: string) =>
      `${station} was not accepted. Start the empty instance with OCPP_UNKNOWN_STATIONS=accept.`,
    noWay: (station: string, url: string) => `${station} cannot connect to ${url}.`,
    begin: (messages: string, stations: string) => `Replaying ${messages} messages of ${stations} …`,
    done: (messages: string, stations: string, seconds: string) =>
      `Replayed ${messages} messages of ${stations} in ${seconds} s.`,
    stations: (count: number) => (count === 1 ? '1 station' : `${count} stations`),
    difference: {
      'other-answer': 'answered otherwise than then',
      'no-answer': 'not answered',
      'never-asked': 'we did not ask this time',
      'not-recorded': 'we asked this only now',
      'command-failed': 'the command could not be asked again',
      'not-kept': 'cannot be replayed: the recorder did not keep all of it',
    },
    same: 'Everything was answered as it was then.',
    different: (count: string) => `${count} differences:`,
    more: (count: string) => `… and ${count} more`,
  },
};
