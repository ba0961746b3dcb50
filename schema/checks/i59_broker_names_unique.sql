-- check: I59
-- class: A
-- title: broker names are unique
SELECT b_name
FROM broker
GROUP BY b_name
HAVING count(*) > 1;
