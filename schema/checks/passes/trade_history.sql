-- Every trade's states, as digits of one number: pending 1, submitted 16, completed 256, canceled 4096.
WITH states AS (
  SELECT th_t_id
       , sum(CASE th_st_id
               WHEN 'PNDG' THEN 1
               WHEN 'SBMT' THEN 16
               WHEN 'CMPT' THEN 256
               WHEN 'CNCL' THEN 4096
               ELSE -1
             END) AS states
       , max(th_dts) FILTER (WHERE th_st_id = 'CMPT') AS completed
       , max(th_dts) FILTER (WHERE th_st_id = 'SBMT') AS submitted
       , max(th_dts) FILTER (WHERE th_st_id = 'PNDG') AS pending
  FROM trade_history
  GROUP BY th_t_id
)
SELECT -sum((hashint4extended(0, th_t_id) >> 20) * states) AS i21
     , count(*) FILTER (WHERE submitted > completed OR pending > submitted)
       - sum(timestamp_hash_extended(completed, th_t_id)) AS i22
FROM states;
