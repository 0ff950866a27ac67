/** Who does alone what only one node is to do. */
export const LEASES = `
CREATE TABLE lease (
  name text COLLATE "C" PRIMARY KEY,
  holder text NOT NULL,
  until bigint NOT NULL
);
`
