-- serves: Trade-Result F5 (TR16)
-- note:   every Trade-Result of a broker updates the same row. Without room for its versions the updates write index
--         entries, and under SERIALIZABLE neighbouring brokers abort each other.
ALTER TABLE broker SET (
    fillfactor = 10
);
