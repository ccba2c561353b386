// A trivial two-player game on a boardgame.io server, in memory: players take turns to add one to a number. Nothing is
// made durable and there are hardly any rules; it is what a server costs before it does anything of its own.
'use strict';

const { Server } = require('boardgame.io/server');

const game = {
  name: 'trivial',
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G }) => {
      G.count += 1;
    },
  },
};

const server = Server({ games: [game], origins: ['http://127.0.0.1'] });
// Port 0 takes a free one; the line tells which.
server.run(Number(process.env.PORT ?? 0)).then(({ appServer }) => {
  process.stdout.write(`boardgame.io is at http://127.0.0.1:${appServer.address().port}/\n`);
});
