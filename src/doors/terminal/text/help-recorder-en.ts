/** Help of the flight recorder. */
export const helpRecorderEn = {
  messages: 'what a station and the system said to each other',
  messagesFollow: 'go on with what is said from now on, until Ctrl+C',
  messageAction: 'only this message, such as StatusNotification',
  messageOutcome: 'only exchanges that ended so',
  messagesRaw: 'with the frames as they went over the wire',
  messagesJson: 'JSON lines of all that fits, for programs and for "sigec replay"',
  replay: 'play recorded messages into an empty instance, as if the stations were there',
  replayFiles: 'files of "sigec station messages ID --json"',
  replayOcppUrl: 'where stations connect; without it: as the instance says',
};
