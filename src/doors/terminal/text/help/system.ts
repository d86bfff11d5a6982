import { both } from '../spoken.ts';

export const system = {
  serve: both('start the system', 'inicia o sistema'),
  serveDemo: both('with a small network of simulated stations', 'com uma pequena rede de estações simuladas'),
  doctor: both(
    'check database, ports, data directory, clock and settings, and say how to repair them',
    'verifica banco de dados, portas, pasta de dados, relógio e configurações, e diz como consertar',
  ),
  completion: both(
    'a script that completes sigec commands in your shell',
    'um script que completa comandos do sigec no seu shell',
  ),
  shell: both('which shell', 'qual shell'),
};
