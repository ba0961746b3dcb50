-- serves: Trade-Result F2 (TR8u, TR8d, TR8i)
-- note:   every second Trade-Result deletes a lot and every third shrinks one: room is kept for HOT updates and vacuum
--         comes early.
ALTER TABLE holding SET (
    fillfactor = 90
  , autovacuum_vacuum_scale_factor = 0.05
);
