/** What the doors for agents say in the terminal. */
export const mcpEn = {
  mcpServe: {
    ready: (address: string) => `Speaking MCP here, for ${address}. Ctrl+C ends it.`,
    reached: {
      unreachable: (address: string, command: string) =>
        `Nothing answers at ${address}. Start the system with "${command} serve", or give its address with --url.`,
      'key-refused': (address: string, command: string) =>
        `${address} wants a key that it knows: give it with --key or SIGEC_KEY. This makes one: ${command} key create my-agent --kind agent --role operator`,
      'not-allowed': (address: string, _command: string) =>
        `${address} turns us away. Add its host name to ALLOWED_HOSTS, or use another key.`,
      'not-proven': (address: string, _command: string) =>
        `What listens at ${address} cannot prove that it is your server, so the key was not sent. Name your server with --url or SIGEC_URL.`,
      'no-mcp': (address: string, command: string) =>
        `${address} does not speak MCP. Check the address and the pack; "${command} mcp address" shows the address.`,
    },
    trouble: {
      unreachable: (address: string) => `Nothing answers at ${address}; the next message is tried again.`,
      'key-refused': (address: string) => `${address} refuses the key. Give another one, and start this anew.`,
      'broken-off': (address: string) => `The connection to ${address} ended before an answer.`,
      'not-understood': (address: string) => `${address} could not take a message.`,
    },
  },
};
