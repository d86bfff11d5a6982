import { both } from '../spoken.ts';

export const agent = {
  agents: both('agents that are connected over OAuth', 'agentes autorizados por OAuth'),
  agentList: both('your agents; for administrators those of all', 'os seus agentes; para administradores, os de todos'),
  agentDisconnect: both('shut an agent out at once', 'encerra um agente na hora'),
  agentId: both('the 8 characters of its id', 'os 8 caracteres do id dele'),
};
