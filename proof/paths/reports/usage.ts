/** `npm run test:paths -- --help` prints this. */
export const usage = `Takes paths through the machines, and compares each step with the model: docs/testing-paths.md

  npm run test:paths -- [options]

Which paths; all of them without:
  --machine <kind>          those of one machine, such as subscription
  --path <id>               one path, by the id that a report shows
  --shard <part>/<parts>    a part of them, such as 2/3
  --ground <ground>         service or store; both without

On a deployment that runs and has a test clock, instead of a service of their own:
  --base-url <address>      where it is, such as http://192.168.1.5:3000
  --credentials <file>      what npm start has written there; .data/dev.json without
  --operator <file>         {"email": "…", "password": "…"} of an operator, for paths that need one
  --rpc-url <address>       where this machine reaches its chain; as the credentials say without
  --receiver-host <host>    under which name or address it reaches this machine, for webhooks; 127.0.0.1 without`
